/** What the company's sums need of the Worker. Bundled for Node. */

export { last12Statement } from '../../../worker/features/planning/actuals/last12.ts'
export { monthStatements } from '../../../worker/features/planning/actuals/sum-months.ts'
export { vendorSpendStatement } from '../../../worker/features/planning/actuals/vendor-spend.ts'
