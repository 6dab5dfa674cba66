/**
 * SQL for whether a line counts as an actual: its account, department and location are tracked. `a` is the line's account,
 * `d` its department and `l` its location, each an object of the accounting system.
 */
export const IS_TRACKED = `CASE a.tracking_level WHEN 'NONE' THEN 0
    WHEN 'TRANSACTIONS_WITH_DEPARTMENT' THEN d.id IS NOT NULL ELSE 1 END
  AND coalesce(d.is_tracked, 1) AND coalesce(l.is_tracked, 1)`
