import type { BookDocumentLine, BookRecord, BookVendor, DocumentType, SeededBooks } from '../books/index.ts'
import { type Body, bodyIn, type Item, idIn, itemsIn, textIn } from './bodies.ts'
import { pageIn, pageOf } from './collections.ts'
import { decimalsOf } from './postings.ts'
import { checkTexts, Refusal } from './refusals.ts'

/** NetSuite's record service over the books: what it checks, and how it keeps what it is given. */

const TYPES: Record<string, DocumentType> = {
  ...{ vendorBill: 'bill', vendorCredit: 'vendorCredit', vendorPayment: 'billPayment', purchaseOrder: 'purchaseOrder' },
  journalEntry: 'journalEntry',
}
export const isRecordName = (name: string): boolean => name === 'vendor' || name in TYPES

const LISTS = ['expense', 'item', 'line', 'apply']

const invalid = (field: string, value: unknown): Refusal =>
  new Refusal(
    ...([
      400,
      'INVALID_CONTENT',
      `Error while accessing a resource. Invalid Field Value ${String(value)} for the following field: ${field}`,
    ] as const),
  )
const missing = (field: string): Refusal =>
  new Refusal(400, 'USER_ERROR', `Error while accessing a resource. Please enter value(s) for: ${field}.`)
const noRecord = (): Refusal => new Refusal(404, 'NONEXISTENT_ID', 'The record instance does not exist.')

const second = (at: number): number => Math.floor(at / 1000)

const orderStatus = ({ billed, isClosed }: Record<string, unknown>): { id: string; refName: string } => {
  if (isClosed === true) return { id: 'closed', refName: 'Closed' }
  return billed === true
    ? { id: 'fullyBilled', refName: 'Fully Billed' }
    : { id: 'pendingReceipt', refName: 'Pending Receipt' }
}

export class Records {
  readonly #books: SeededBooks
  readonly #hasSubsidiaries: () => boolean
  constructor(books: SeededBooks, hasSubsidiaries: () => boolean) {
    this.#books = books
    this.#hasSubsidiaries = hasSubsidiaries
  }

  async answer(request: Request, name: string, id: string): Promise<Response> {
    const url = new URL(request.url)
    const found = this.#find(name, id)
    const here = (own: string) =>
      new Response(null, { status: 204, headers: { location: `${url.origin}/services/rest/record/v1/${name}/${own}` } })
    if (request.method === 'GET') {
      if (!found) throw noRecord()
      return Response.json({ links: [], ...this.#shown(name, found, url.searchParams.has('expandSubResources')) })
    }
    if (request.method === 'DELETE') {
      if (!found) throw noRecord()
      const type = TYPES[name]
      if (type) this.#books.removeDocument(type, found.id)
      else this.#books.remove('vendor', found.id)
      return new Response(null, { status: 204 })
    }
    const body = await bodyIn(request)
    const replaced = (url.searchParams.get('replace') ?? '').split(',')
    if (request.method === 'PATCH' && !found) throw noRecord()
    if (request.method === 'PUT' && !id.startsWith('eid:'))
      throw new Refusal(405, 'INVALID_METHOD', 'Use an external id.')
    if (request.method !== 'PATCH' && request.method !== 'PUT') throw new Refusal(405, 'INVALID_METHOD', 'Not allowed.')
    checkTexts(body)
    const externalId = id.startsWith('eid:') ? decodeURIComponent(id.slice(4)) : (found?.externalId ?? null)
    return here(this.#save(name, found, externalId, body, replaced))
  }

  /** All of a kind, by their ids only, or a new one. */
  async answerAll(request: Request, name: string): Promise<Response> {
    const url = new URL(request.url)
    const own = (id: string): string => `${url.origin}/services/rest/record/v1/${name}/${id}`
    if (url.searchParams.has('q'))
      throw new Refusal(400, 'INVALID_PARAMETER', 'Lists aren’t filtered here. Use SuiteQL.')
    if (request.method === 'GET')
      return Response.json(
        pageOf(url, pageIn(url), this.#all(name), ({ id }) => ({ links: [{ rel: 'self', href: own(id) }], id })),
      )
    if (request.method !== 'POST') throw new Refusal(405, 'INVALID_METHOD', 'Not allowed.')
    const body = await bodyIn(request)
    const externalId = textIn(body, 'externalId')
    if (externalId !== null && this.#find(name, `eid:${encodeURIComponent(externalId)}`))
      throw new Refusal(400, 'USER_ERROR', 'Error while accessing a resource. This entity already exists.')
    checkTexts(body)
    return new Response(null, {
      status: 204,
      headers: { location: own(this.#save(name, undefined, externalId, body, [])) },
    })
  }

  #all(name: string): readonly (BookRecord | BookVendor)[] {
    const type = TYPES[name]
    return type ? this.#books.documents(type) : this.#books.list('vendor')
  }

  #find(name: string, id: string): BookRecord | BookVendor | undefined {
    const all = this.#all(name)
    if (!id.startsWith('eid:')) return all.find((each) => each.id === id)
    const externalId = decodeURIComponent(id.slice(4))
    return all.find((each) => each.externalId === externalId)
  }

  #shown(name: string, found: BookRecord | BookVendor, isWhole: boolean): Body {
    const { id, changedAt } = found
    const own = { id, lastModifiedDate: new Date(second(changedAt) * 1000).toISOString().replace('.000Z', 'Z') }
    const given = 'extra' in found ? (found.extra.body as Body | undefined) : undefined
    const body = given ?? ('lines' in found ? this.#bodyOf(name, found) : this.#vendorBody(found))
    const shown = Object.entries(body).filter(([field]) => isWhole || !LISTS.includes(field))
    return {
      ...{ ...Object.fromEntries(shown), ...own, ...('lines' in found && { tranId: found.number }) },
      ...(name === 'purchaseOrder' && 'extra' in found && { status: orderStatus(found.extra) }),
    }
  }

  #vendorBody(vendor: BookVendor): Body {
    return {
      ...{ companyName: vendor.name, entityId: vendor.name, email: vendor.email || null, phone: vendor.phone || null },
      ...{ isInactive: !vendor.isActive, subsidiary: { id: vendor.entityIds[0] } },
      currency: { id: this.#books.list('currency').find(({ code }) => code === vendor.currency)?.id },
    }
  }

  /** How a document of the seeded books would be shown. */
  #bodyOf(name: string, record: BookRecord): Body {
    const amount = (minor: number) => Math.abs(minor) / 10 ** decimalsOf(record.currency)
    const ref = (id: string | null) => (id === null ? null : { id })
    const items = record.lines.map((line) => ({
      ...{ account: ref(line.accountId), item: ref(line.itemId), amount: amount(line.debitMinor), memo: line.memo },
      ...{ department: ref(line.departmentId), location: ref(line.locationId), class: ref(line.classId) },
    }))
    return {
      ...{
        entity: ref(record.vendorId),
        subsidiary: { id: record.entityId },
        tranDate: record.date,
        memo: record.memo,
      },
      ...{ exchangeRate: record.exchangeRate, dueDate: record.dueDate, account: ref(record.accountId) },
      currency: { id: this.#books.list('currency').find(({ code }) => code === record.currency)?.id },
      ...((name === 'vendorBill' || name === 'purchaseOrder') && { expense: { items } }),
    }
  }

  #save(
    name: string,
    found: BookRecord | BookVendor | undefined,
    externalId: string | null,
    given: Body,
    replaced: readonly string[],
  ): string {
    const before = found ? this.#shown(name, found, true) : {}
    const body: Body = { ...before, ...given }
    // Lines are added to those that are there, unless the caller says that they replace them.
    for (const list of LISTS)
      if (given[list] && found && !replaced.includes(list))
        body[list] = { items: this.#merged(list, itemsIn(before, list), itemsIn(given, list)) }
    if (name === 'vendor') return this.#saveVendor(found as BookVendor | undefined, externalId, body)
    return this.#saveRecord(name, found as BookRecord | undefined, externalId, body)
  }

  #merged(list: string, before: Item[], given: Item[]): Item[] {
    if (list !== 'apply') return [...before, ...given]
    const docs = new Map(before.map((each) => [idIn(each, 'doc'), each]))
    for (const each of given) docs.set(idIn(each, 'doc'), each)
    return [...docs.values()]
  }

  #saveVendor(found: BookVendor | undefined, externalId: string | null, body: Body): string {
    const name = textIn(body, 'companyName')
    if (!name) throw missing('Company Name')
    const subsidiary = idIn(body, 'subsidiary')
    if (this.#hasSubsidiaries() && !subsidiary) throw missing('Primary Subsidiary')
    if (subsidiary && !this.#books.find('entity', subsidiary)) throw invalid('subsidiary', subsidiary)
    if (this.#books.list('vendor').some((each) => each.name === name && each.id !== found?.id))
      throw new Refusal(
        400,
        'UNIQUE_CUST_ID_REQD',
        'A vendor record with this name already exists. Every vendor record must have a unique name.',
      )
    const fields = {
      ...{ name, email: textIn(body, 'email') ?? '', phone: textIn(body, 'phone') ?? '', externalId },
      ...{
        isActive: body.isInactive !== true,
        currency: this.#currencyOf(body),
        entityIds: found?.entityIds ?? [subsidiary ?? '1'],
      },
    }
    if (found) return this.#books.change('vendor', found.id, fields).id
    return this.#books.add('vendor', {
      ...{ website: '', accountId: '', departmentId: '', bankAccountNumber: '' },
      ...fields,
    }).id
  }

  #currencyOf(body: Body): string {
    const id = idIn(body, 'currency')
    const found = id === null ? this.#books.list('currency')[0] : this.#books.find('currency', id)
    if (!found) throw invalid('currency', id)
    return found.code
  }

  #active(
    kind: 'account' | 'item' | 'department' | 'location' | 'class' | 'taxCode',
    field: string,
    body: Body,
  ): string | null {
    const id = idIn(body, field)
    if (id === null) return null
    if (!this.#books.find(kind, id)?.isActive) throw invalid(field, id)
    return id
  }

  #checkPeriod(body: Body, date: string): void {
    const periods = this.#books.list('period')
    const chosen = idIn(body, 'postingPeriod')
    const period = chosen
      ? periods.find(({ id }) => id === chosen)
      : periods.find((each) => !each.isYear && !each.isQuarter && each.startDay <= date && date <= each.endDay)
    if (!period) throw invalid('postingPeriod', chosen ?? date)
    if (period.isClosed)
      throw new Refusal(
        400,
        'USER_ERROR',
        `Error while accessing a resource. The accounting period ${period.name} is closed.`,
      )
  }

  #saveRecord(name: string, found: BookRecord | undefined, externalId: string | null, body: Body): string {
    const type = TYPES[name]
    if (!type) throw noRecord()
    const date = textIn(body, 'tranDate')
    if (!date || !/^\d{4}-\d\d-\d\d$/.test(date)) throw invalid('tranDate', date)
    if (type !== 'purchaseOrder') this.#checkPeriod(body, date)
    const vendorId = idIn(body, 'entity')
    const vendor = this.#books.find('vendor', vendorId)
    if (name !== 'journalEntry' && !vendor?.isActive) throw invalid('entity', vendorId)
    const entityId = idIn(body, 'subsidiary')
    if (this.#hasSubsidiaries() && !entityId) throw missing('Subsidiary')
    if (entityId && !this.#books.find('entity', entityId)) throw invalid('subsidiary', entityId)
    if (entityId && vendor && !vendor.entityIds.includes(entityId))
      throw new Refusal(
        400,
        'USER_ERROR',
        `Error while accessing a resource. The vendor ${vendor.name} is not available in the subsidiary ${entityId}.`,
      )
    const currency = this.#currencyOf(body)
    const lines = this.#lines(name, body, currency, vendorId)
    if (lines.length === 0) throw missing('Account')
    if (type === 'journalEntry' && lines.reduce((sum, { debitMinor }) => sum + debitMinor, 0) !== 0)
      throw new Refusal(400, 'USER_ERROR', 'The amounts in a journal entry must balance.')
    const payables = this.#books.list('account').find(({ group }) => group === 'Accounts Payable')?.id ?? null
    const { id: _, lastModifiedDate: __, ...kept } = body
    const fields = {
      ...{ date, lines, currency, vendorId, externalId, number: textIn(body, 'tranId') ?? found?.number ?? '' },
      ...{ dueDate: textIn(body, 'dueDate'), memo: textIn(body, 'memo') ?? '', extra: { ...found?.extra, body: kept } },
      ...{ entityId: entityId ?? '1', exchangeRate: Number(body.exchangeRate ?? 1) },
      accountId: type === 'journalEntry' ? null : (this.#active('account', 'account', body) ?? payables),
    }
    if (found) return this.#books.changeDocument(type, found.id, fields).id
    const made = this.#books.addDocument({ type, ...fields })
    if (made.number === '')
      this.#books.changeDocument(type, made.id, { number: `${name.slice(0, 1).toUpperCase()}${made.id}` })
    return made.id
  }

  #lines(name: string, body: Body, currency: string, vendorId: string | null): BookDocumentLine[] {
    const minor = (value: unknown): number => Math.round(Number(value ?? 0) * 10 ** decimalsOf(currency))
    const lists = name === 'journalEntry' ? ['line'] : name === 'vendorPayment' ? ['apply'] : ['expense', 'item']
    const items = lists.flatMap((list) => itemsIn(body, list)).filter((item) => item.apply !== false)
    return items.map((item, index) => {
      if (name === 'vendorPayment') this.#checkBill(idIn(item, 'doc'))
      const accountId = name === 'vendorPayment' ? this.#payables() : this.#active('account', 'account', item)
      const itemId = this.#active('item', 'item', item)
      if (!accountId && !itemId) throw missing('Account')
      const amount = name === 'journalEntry' ? minor(item.debit) - minor(item.credit) : minor(item.amount)
      return {
        ...{ id: String(index + 1), accountId, itemId, debitMinor: name === 'vendorCredit' ? -amount : amount },
        ...{ memo: textIn(item, 'memo') ?? textIn(item, 'description') ?? '', vendorId },
        departmentId: this.#active('department', 'department', item),
        locationId: this.#active('location', 'location', item),
        classId: this.#active('class', 'class', item),
        taxCodeId: this.#active('taxCode', 'taxCode', item),
      }
    })
  }

  #payables(): string | null {
    return this.#books.list('account').find(({ group }) => group === 'Accounts Payable')?.id ?? null
  }

  #checkBill(id: string | null): void {
    if (!id || !this.#books.document('bill', id)) throw invalid('doc', id)
  }
}
