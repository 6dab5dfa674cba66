import type { WorkflowRule } from '../../../schema/approvals/workflows/definition.ts'
import { newId } from '../../../worker/core/clock.ts'
import { runGroup } from '../../../worker/core/outbox-runner.ts'
import { FORM, file, makeCategory, rule } from './intake.ts'
import { rows, run } from './sessions.ts'
import { type Client, makeCompany, signIn, type TestCompany, type TestPerson } from './world.ts'
import { bill, connectWritable, jobContext, type SystemName, sendDue, type WritableBooks } from './writable-books.ts'

/** A company whose workflow makes purchase orders, with QuickBooks, NetSuite or no accounting system. */

export interface OrderScene {
  company: TestCompany
  books: WritableBooks | null
  rita: Client
  abe: Client
  ada: Client
  /** Someone who approves larger amounts. */
  fin: Client
  userIds: Record<'rita' | 'abe' | 'ada' | 'fin', string>
  vendorId: string
  /** Objects of the accounting system, by what they are. */
  objects: { vendor: string; account: string; entity: string }
  /** Files a request whose order is filled in by abe, and runs its task. */
  ask: (answers?: Record<string, unknown>) => Promise<{ id: string; blockId: string }>
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  block: (id: string) => Promise<any>
  body: (more?: object) => object
  complete: (blockId: string, more?: object, as?: Client, commandId?: string) => ReturnType<Client['post']>
  /** Runs everything that is due, as the sweep does. */
  settle: () => Promise<void>
}

const TOPICS = ['task.run', 'purchase-order.change', 'accounting.send', 'purchase-order.follow', 'purchase-order.mail']
/** Past the seconds in which a decision can be undone. */
const LATER_MS = 20_000

const addObjects = async (there: WritableBooks, vendorId: string) => {
  const { books, companyId, connectionId, system } = there
  const objects = { vendor: newId(), account: newId(), entity: newId() }
  const wanted = bill(there, '')
  const { vendorErpId, lines, entityErpId } = wanted
  const named = books.find('vendor', vendorErpId)?.name ?? 'A vendor'
  const row = async (
    id: string,
    kind: string,
    mapped: string,
    erpId: string,
    name: string,
    column: string,
    own: string | null,
  ) =>
    run(
      `INSERT INTO erp_objects (id, company_id, connection_id, kind, mapped_kind, erp_id, name, name_key, is_active,
         created_at, updated_at, ${column}) VALUES (?, ?, ?, ?, ?, ?, ?, lower(?7), 1, 1, 1, ?)`.replace(
        'lower(?7)',
        'lower(?)',
      ),
      ...[id, companyId, connectionId, kind, mapped, erpId, name, name, own],
    )
  await row(objects.vendor, 'VENDOR', 'VENDOR', vendorErpId, named, 'vendor_id', vendorId)
  await row(
    objects.account,
    'ACCOUNT',
    'EXPENSE_ACCOUNT',
    lines[0]?.accountErpId ?? '',
    'Insurance',
    'category_id',
    null,
  )
  await row(
    ...([
      objects.entity,
      'ENTITY',
      'ENTITY',
      system === 'NETSUITE' ? '1' : (entityErpId ?? ''),
      'Labs',
      'entity_id',
    ] as const),
    null,
  )
  return objects
}

/**
 * @param orderRule what the step of the order is like
 * @param approvals what is asked before it; the admin approves those when a request is filed
 */
export const makeOrderScene = async (
  system: SystemName | null,
  orderRule: Partial<WorkflowRule> = {},
  approvals: (people: Pick<OrderScene, 'userIds' | 'company'>) => WorkflowRule[] | Promise<WorkflowRule[]> = () => [],
): Promise<OrderScene> => {
  const books = system && (await connectWritable(system))
  const company = books?.company ?? (await makeCompany())
  await run(
    `UPDATE companies SET flags = json_set(flags, '$.enableIntakeRequests', json('true'),
       '$.enableNetsuitePurchaseOrder', json('true'), '$.enableCurrencies', json('true')) WHERE id = ?`,
    company.id,
  )
  const person = (name: string, isAdmin = false): Promise<TestPerson> =>
    company.addPerson({ name, flags: isAdmin ? ['hasAdminAccess'] : [] })
  const [rita, abe, fin] = [await person('Rita P'), await person('Abe P'), await person('Fin P')]
  const ada = await person('Ada Admin', true)
  const clients = {
    rita: await signIn(company, rita),
    abe: await signIn(company, abe),
    ada: await signIn(company, ada),
    fin: await signIn(company, fin),
  }
  const userIds = { rita: rita.userId, abe: abe.userId, ada: ada.userId, fin: fin.userId }
  const vendorId = await company.add('vendors', `Kestrel ${newId().slice(-6)}`)
  const objects = books ? await addObjects(books, vendorId) : { vendor: '', account: '', entity: '' }
  const before = await approvals({ userIds, company })
  const category = await makeCategory(clients.ada, {
    form: FORM,
    levels: [
      ...(before.length > 0 ? [before] : []),
      [rule('order', { type: 'NETSUITE_PURCHASE_ORDER', approverUserIds: [abe.userId], ...orderRule })],
    ],
  })
  const blocks = async (id: string) => {
    const { levels } = (await clients.ada.get(`/api/intake-submission/${id}/approvals`)).body
    return levels.flatMap((level: { blocks: { id: string; ruleType: string; approvers: object[] }[] }) => level.blocks)
  }
  const block: OrderScene['block'] = async (id) =>
    (await blocks(id)).find(({ ruleType }: { ruleType: string }) => ruleType === 'NETSUITE_PURCHASE_ORDER')
  /** Whether it waits until the decision before it can no longer be undone. */
  const isHeld = (topic: string): boolean =>
    topic === 'purchase-order.change' || topic === 'purchase-order.mail' || (before.length > 0 && topic === 'task.run')
  const settle = async (): Promise<void> => {
    if (books) books.now = Math.max(books.now, Date.now() + 1_000)
    const now = books ?? { now: Date.now() }
    for (const topic of TOPICS) {
      if (topic === 'accounting.send' && books) {
        // What the jobs before wrote is due.
        books.now += 10_000
        await sendDue(books)
      } else
        while (
          (await runGroup(
            jobContext({ now: now.now + (isHeld(topic) ? LATER_MS : 5_000) }),
            topic,
            await dueOf(company.id, topic),
          )) > 0
        );
    }
  }
  const body = (more: object = {}) => ({
    ...(books ? { erpVendorId: objects.vendor, erpEntityId: objects.entity } : { vendorId }),
    ...{ transactionDate: new Date(books?.now ?? Date.now()).toISOString().slice(0, 10), memo: 'Team plan' },
    lines: [{ description: 'Seats', amount: 12_000, ...(books && { account: objects.account }) }],
    ...more,
  })
  return {
    ...{ company, books, vendorId, objects, userIds, ...clients, block, body, settle },
    ask: async (answers = {}) => {
      const id = await file(clients.rita, category.id, { title: `Kestrel ${newId()}`, vendor: vendorId, ...answers })
      for (const { id: blockId, ruleType } of await blocks(id))
        if (ruleType === 'APPROVAL')
          await clients.ada.post(`/api/intake-submission/${id}/status`, {
            ...{ status: 'APPROVED', levelGroupStatusId: blockId },
          })
      await settle()
      return { id, blockId: (await block(id)).id }
    },
    complete: (blockId, more = {}, as = clients.abe, commandId) =>
      as.post(`/api/netsuite-purchase-order-tasks/${blockId}/complete`, body(more), commandId),
  }
}

const dueOf = async (companyId: string, topic: string): Promise<string[]> =>
  (
    await rows<{ id: string }>(
      'SELECT id FROM outbox WHERE company_id = ? AND topic = ? AND done_at IS NULL',
      companyId,
      topic,
    )
  ).map(({ id }) => id)
