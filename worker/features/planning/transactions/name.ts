const MONTHS = 'JanFebMarAprMayJunJulAugSepOctNovDec'

/** SQL of what a transaction is called: "Acme on Nov 20, 2026". */
export const nameOfTransaction = (row: string): string => `coalesce(
    (SELECT nv.name FROM vendors nv WHERE nv.id = ${row}.vendor_id),
    (SELECT nb.name FROM erp_objects nb WHERE nb.id = ${row}.vendor_object_id),
    (SELECT nb.name FROM erp_objects nb WHERE nb.id = ${row}.account_object_id), 'A transaction')
  || ' on ' || substr('${MONTHS}', 3 * substr(${row}.date, 6, 2) - 2, 3) || ' ' || CAST(substr(${row}.date, 9, 2) AS INTEGER)
  || ', ' || substr(${row}.date, 1, 4)`
