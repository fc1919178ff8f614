/** The formulas a grade is made with, whose versions a configuration can choose. */
export const GRADE_FORMULAS = ['scorecard', 'axis', 'composite', 'gates'] as const;
