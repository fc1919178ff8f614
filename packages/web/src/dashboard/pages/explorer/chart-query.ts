/** Selects the runs of a chart, as query parameters. */
export type ChartQuery = Readonly<Record<string, string>>;
