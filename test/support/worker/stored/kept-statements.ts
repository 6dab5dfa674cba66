/** The texts of all statements that are made from now on, for `node worker/local/tools/index-use/report.ts`. */
export const keepStatements = (database: D1Database): Set<string> => {
  const kept = new Set<string>()
  const keepOf = (prototype: { prepare(sql: string): D1PreparedStatement }) => {
    const { prepare } = prototype
    prototype.prepare = function (this: object, sql) {
      kept.add(sql)
      return prepare.call(this, sql)
    }
  }
  keepOf(Object.getPrototypeOf(database))
  keepOf(Object.getPrototypeOf(database.withSession()))
  return kept
}
