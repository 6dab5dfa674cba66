/** Calls about plans beyond the contract, which the product's own screens use. */
export const OWN_PLAN_CALLS: readonly string[] = [
  'DELETE /api/plans/{planId}',
  'GET /api/plans',
  'GET /api/plans/{planId}',
  'GET /api/plans/{planId}/figures',
  'GET /api/plans/{planId}/items/{kind}',
  'GET /api/plans/{planId}/lines.csv',
  'POST /api/plans/import',
  'POST /api/plans/import/preview',
  'POST /api/plans/{planId}/items/{kind}',
  'POST /api/plans/{planId}/items/{kind}/copy',
  'PUT /api/plans/{planId}',
]
