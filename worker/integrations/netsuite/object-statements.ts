import type { BookKind } from '../../../schema/platform/accounting/books.ts'

/** What is asked of each kind. `NUMBER` is its key, by which pages follow each other. */

interface KindQuery {
  columns: string
  from: string
  key: string
  /** When it was changed last, where the record says so. Others are few, and are read whole for changes. */
  changed?: string
  /** Accounts without the feature don't have the record. */
  isOptional: boolean
}

const tree = (record: string, alias: string): KindQuery => ({
  columns: `${alias}.id, ${alias}.fullname, ${alias}.parent, ${alias}.isinactive`,
  from: `${record} ${alias}`,
  key: `${alias}.id`,
  isOptional: true,
})

const day = (column: string, name: string): string => `TO_CHAR(${column}, 'YYYY-MM-DD') AS ${name}`

export const KIND_QUERIES: Record<BookKind, KindQuery> = {
  CURRENCY: { columns: 'C.id, C.name, C.symbol, C.isinactive', from: 'currency C', key: 'C.id', isOptional: true },
  ENTITY: {
    columns: 'S.id, S.fullname, S.parent, S.isinactive, C.symbol AS currency',
    from: 'subsidiary S INNER JOIN currency C ON C.id = S.currency',
    key: 'S.id',
    isOptional: true,
  },
  ACCOUNT: {
    columns: 'A.id, A.acctnumber, A.fullname, A.accttype, A.parent, A.isinactive, C.symbol AS currency',
    from: 'account A LEFT JOIN currency C ON C.id = A.currency',
    key: 'A.id',
    isOptional: false,
  },
  ITEM: {
    columns:
      'I.id, I.itemid, I.fullname, I.displayname, I.parent, I.isinactive, I.expenseaccount, I.incomeaccount, ' +
      `TO_CHAR(I.lastmodifieddate, 'YYYY-MM-DD HH24:MI:SS') AS changed`,
    from: 'item I',
    key: 'I.id',
    changed: 'I.lastmodifieddate',
    isOptional: true,
  },
  DEPARTMENT: tree('department', 'D'),
  LOCATION: tree('location', 'L'),
  CLASSIFICATION: tree('classification', 'K'),
  VENDOR: {
    columns:
      'V.id, V.entityid, V.companyname, V.firstname, V.lastname, V.email, V.phone, V.url, V.isinactive, ' +
      `C.symbol AS currency, ${day('V.datecreated', 'datecreated')}, ` +
      `TO_CHAR(V.lastmodifieddate, 'YYYY-MM-DD HH24:MI:SS') AS changed`,
    from: 'vendor V LEFT JOIN currency C ON C.id = V.currency',
    key: 'V.id',
    changed: 'V.lastmodifieddate',
    isOptional: false,
  },
  TAX_CODE: {
    columns: 'X.id, X.itemid, X.fullname, X.isinactive',
    from: 'salestaxitem X',
    key: 'X.id',
    isOptional: true,
  },
  ACCOUNTING_PERIOD: {
    columns:
      `P.id, P.periodname, P.parent, ${day('P.startdate', 'startdate')}, ${day('P.enddate', 'enddate')}, ` +
      'P.isposting, P.isquarter, P.isyear, P.closed, P.isinactive',
    from: 'accountingperiod P',
    key: 'P.id',
    isOptional: false,
  },
  AMORTIZATION_TEMPLATE: {
    columns: 'M.id, M.name, M.isinactive',
    from: 'amortizationtemplate M',
    key: 'M.id',
    isOptional: true,
  },
  CUSTOM_FIELD: {
    columns: 'F.internalid AS id, F.scriptid, F.name, F.fieldtype, F.fieldvaluetype, F.isinactive',
    from: 'customfield F',
    key: 'F.internalid',
    isOptional: true,
  },
  CUSTOM_SEGMENT: {
    columns: 'G.internalid AS id, G.scriptid, G.name, G.isinactive',
    from: 'customsegment G',
    key: 'G.internalid',
    isOptional: true,
  },
}
