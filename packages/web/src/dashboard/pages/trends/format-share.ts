/** A share as a whole percentage: an interval next to it is wider than the decimals. */
export const formatShare = (share: number): string => `${Math.round(share * 100)}%`;
