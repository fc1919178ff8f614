/** The formulas of a grade. A configuration can choose their versions. */
export const GRADE_FORMULAS = ['result', 'scorecard', 'axis', 'composite', 'gates'] as const;
