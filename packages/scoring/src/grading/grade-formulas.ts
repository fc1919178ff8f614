/** The formulas a grade is made with, whose versions a configuration can choose. */
export const GRADE_FORMULAS = ['result', 'scorecard', 'axis', 'composite', 'gates'] as const;
