/** Which runs a chart is of, as the server takes it. */
export type ChartQuery = Readonly<Record<string, string>>;
