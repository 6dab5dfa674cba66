import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import type { WorkflowRule } from '../../../../schema/approvals/workflows/definition.ts'
import { webDomainOf, webDomainSql } from '../../../../schema/requests/proposed-vendors/values.ts'
import { NO_CONDITIONS } from '../../../../schema/shared/conditions.ts'
import { newId } from '../../../../worker/core/clock.ts'
import { fieldsOf } from '../../../support/worker/doors.ts'
import { approvals, decide, type FilingScene, makeFilingScene, request } from '../../../support/worker/filing-scene.ts'
import { FORM_WITH_VENDOR, makeFormTaskScene } from '../../../support/worker/form-task-scene.ts'
import {
  type Category,
  FORM,
  file,
  levelsOf,
  makeCategory,
  rule,
  save,
  saveForm,
} from '../../../support/worker/intake.ts'
import { runTicks } from '../../../support/worker/jobs/ticks.ts'
import { sentMails } from '../../../support/worker/outside.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { makeDocument } from '../../../support/worker/uploads.ts'
import { type Client, makeCompany, signIn } from '../../../support/worker/world.ts'

/** A vendor that isn't there yet, proposed within a request. */

let { company, people, requester, approver, filer, admin, category } = {} as FilingScene
let outsider: Client
let owned: Category
let ownerId: string

beforeAll(async () => {
  ;({ company, people, requester, approver, filer, admin, category } = await makeFilingScene())
  outsider = await signIn(company, await company.addPerson({ name: 'Otto Outside' }))
  owned = await makeCategory(admin, { levels: [[rule('legal', { approverUserIds: [people.approver.userId] })]] })
  ownerId = (await company.addPerson({ name: 'Cora Category' })).userId
  await admin.post(`/api/intake-categories/${owned.id}/settings`, { ownerIds: [ownerId] })
})

const named = (word = 'Kestrel') => `${word} ${newId().slice(-8)}`
const propose = async (client: Client, name: string, more: object = {}): Promise<string> => {
  const answer = await client.post('/api/proposed-vendors', { name, ...more })
  if (answer.status !== 200) throw new Error(`Proposing answered ${JSON.stringify(answer.body)}`)
  return answer.body.id
}
const read = (client: Client, id: string) => client.get(`/api/proposed-vendors/${id}`)
const vendorOf = async (id: string) =>
  (
    await rows<{ name: string; website: string; owners: string; contact: string; address: string }>(
      `SELECT name, website, owner_ids AS owners, external_contact AS contact, address FROM vendors WHERE id = ?`,
      id,
    )
  )[0]
/** What approvals start runs, also what is held for an undo, and then the emails of what that did. */
const follow = async (): Promise<void> => {
  for (let i = 0; i < 2; i++) {
    await run('UPDATE outbox SET available_at = 0 WHERE company_id = ? AND done_at IS NULL', company.id)
    await runTicks(env)
  }
}
const approve = async (id: string, version = 1): Promise<void> => {
  const answer = await decide(approver, id, 'APPROVED', version)
  if (answer.status !== 200) throw new Error(`Approving answered ${JSON.stringify(answer.body)}`)
  await follow()
}
const reject = (id: string) => decide(approver, id, 'REJECTED', 1, 'Not now')
const filed = async (vendor: string, more: object = {}, of = category) =>
  file(requester, of.id, { title: 'Software', vendor, ...more })
const historyOf = async (id: string): Promise<string[]> =>
  (await rows<{ message: string }>('SELECT message FROM audit_log WHERE target_id = ? ORDER BY id', id)).map(
    ({ message }) => message,
  )

describe('proposing a vendor', () => {
  it('what is wrong is said beside its field, and nothing is kept', async () => {
    const wrong = await requester.post('/api/proposed-vendors', {
      ...{ name: ' ', website: 'no address', contactEmail: 'nobody', country: 'x'.repeat(81) },
    })
    expect(wrong.status).toBe(400)
    expect(fieldsOf(wrong)).toEqual({
      name: 'Vendor name is required',
      website: 'Must be a web address, e.g. https://example.com',
      contactEmail: 'Invalid email',
      country: 'At most 80 characters',
    })
  })

  it('a repeated command proposes it once', async () => {
    const [commandId, name] = [newId(), named()]
    const answers = await Promise.all([1, 2].map(() => requester.post('/api/proposed-vendors', { name }, commandId)))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(await rows('SELECT id FROM proposed_vendors WHERE name = ?', name)).toHaveLength(1)
  })

  it('vendors with the same name or web domain are shown, and proposals of others never', async () => {
    const word = newId().slice(-8)
    const byName = await company.add('vendors', `Falcon ${word}`)
    await run('UPDATE vendors SET match_key = ? WHERE id = ?', `falcon ${word}`, byName)
    const byDomain = await company.add('vendors', `Other ${word}`)
    await run('UPDATE vendors SET website = ? WHERE id = ?', `https://www.falcon-${word}.example/about`, byDomain)
    await propose(outsider, `Falcon ${word} Hidden`, { website: `falcon-${word}.example` })
    const query = `name=${encodeURIComponent(`Falcon ${word}, Inc.`)}&website=FALCON-${word}.example`
    const { body } = await requester.get(`/api/similar-vendors?${query}`)
    expect(body).toEqual([
      expect.objectContaining({ id: byName, isSame: true }),
      expect.objectContaining({ id: byDomain, isSame: true }),
    ])
    const other = await makeCompany()
    const stranger = await signIn(other, await other.addPerson())
    expect((await stranger.get(`/api/similar-vendors?${query}`)).body).toEqual([])
  })
})

describe('who approves a request for a new vendor', () => {
  const isNew = (value: boolean) => ({ conditionBooleans: [{ valuesQuestionId: 'fact:is-new-vendor', value }] })
  const approvers = (): WorkflowRule[] => {
    const by = { approverUserIds: [people.approver.userId] }
    return [rule('risk', { ...by, ...isNew(true) }), rule('usual', { ...by, ...isNew(false) })]
  }
  const askedFor = async (id: string): Promise<{ label: string; reason: string }[]> =>
    (await approvals(requester, id)).levels.flatMap(
      ({ blocks }: { blocks: { label: string; reason: string }[] }) => blocks,
    )
  const labels = async (id: string) => (await askedFor(id)).map(({ label }) => label)
  let ofNew: Category
  beforeAll(async () => {
    ofNew = await makeCategory(admin, { levels: [approvers()] })
  })

  it('a rule for new vendors applies to a proposed one, another rule to a vendor of the company, and neither without', async () => {
    const proposed = await filed(await propose(requester, named()), {}, ofNew)
    expect(await askedFor(proposed)).toMatchObject([{ label: 'risk', reason: 'New vendor is Yes' }])
    const known = await filed(await company.add('vendors', named()), {}, ofNew)
    expect(await labels(known)).toEqual(['usual'])
    expect(await labels(await file(requester, ofNew.id, { title: 'No vendor' }))).toEqual([])
  })

  it('the vendor stays new for the request that brought it, and is known to those after it', async () => {
    const vendor = await propose(requester, named())
    const first = await filed(vendor, {}, ofNew)
    await approve(first)
    expect(await vendorOf(vendor)).toBeDefined()
    const replayed = await admin.post(`/api/intake-workflow/${ofNew.workflowId}/backtest`, {
      definition: { entryPoints: NO_CONDITIONS, levels: levelsOf([approvers()[1] as WorkflowRule]) },
    })
    const mine = replayed.body.requests.find((each: { id: string }) => each.id === first)
    expect(JSON.stringify(mine)).toContain('risk')
    expect(await labels(await filed(vendor, {}, ofNew))).toEqual(['usual'])
  })

  it('the draft of a workflow is tried with a new vendor', async () => {
    const definition = { entryPoints: NO_CONDITIONS, levels: levelsOf(approvers()) }
    const tried = async (isNewVendor?: boolean) =>
      (await admin.post(`/api/intake-workflow/${ofNew.workflowId}/simulate`, { definition, answers: [], isNewVendor }))
        .body.plan
    expect((await tried(true)).levels[0].blocks).toMatchObject([{ label: 'risk', reason: 'New vendor is Yes' }])
    expect((await tried(false)).levels[0].blocks).toMatchObject([{ label: 'usual' }])
    expect((await tried()).levels).toEqual([])
  })

  it('the condition needs a question about the vendor, which can’t be removed afterwards', async () => {
    const other = await makeCategory(admin, { form: FORM.slice(0, 1), levels: [] })
    const refused = await admin.post(`/api/intake-workflow/${other.workflowId}/levels`, {
      ...{ version: 2, entryPoints: NO_CONDITIONS, levels: levelsOf(approvers()) },
    })
    expect(refused.status).toBe(400)
    expect(JSON.stringify(refused.body)).toContain('“New vendor” needs a question that asks for the vendor')
    await expect(saveForm(admin, ofNew.id, FORM.slice(0, 1))).rejects.toThrow(
      /asks about “New vendor”. Change the rule before you remove the question about the vendor/,
    )
    const inForm = FORM.map((step) => ({
      ...step,
      questions: step.questions.map((each) => (each.id === 'due' ? { ...each, ...isNew(true) } : each)),
    }))
    await expect(saveForm(admin, ofNew.id, inForm)).rejects.toThrow(/isn’t in the form/)
  })
})

describe('the domain of a website', () => {
  it.each([
    ['https://www.Falcon.example/about?x=1', 'falcon.example'],
    ['HTTP://falcon.example', 'falcon.example'],
    ['falcon.example/', 'falcon.example'],
    ['shop.falcon.example', 'shop.falcon.example'],
    ['', ''],
  ])('the database and the code find the same in “%s”: %s', async (website, domain) => {
    expect(webDomainOf(website)).toBe(domain)
    expect(await rows(`SELECT ${webDomainSql('?1')} AS domain`, website)).toEqual([{ domain }])
  })
})

describe('who sees it', () => {
  it('only its proposer, until a request names it; then those who can read that request', async () => {
    const id = await propose(requester, named())
    for (const client of [approver, outsider, admin]) expect((await read(client, id)).status).toBe(404)
    expect((await read(requester, id)).body).toMatchObject({ state: 'PROPOSED', canSettle: false })
    await filed(id)
    for (const client of [requester, approver, admin]) expect((await read(client, id)).status).toBe(200)
    expect((await read(outsider, id)).status).toBe(404)
    const other = await makeCompany()
    const stranger = await signIn(other, await other.addPerson({ flags: ['hasAdminAccess'] }))
    expect((await read(stranger, id)).status).toBe(404)
  })

  it('no list, search, option, duplicate, export or vendor page has it', async () => {
    const name = named('Unlisted')
    const id = await propose(requester, name)
    await filed(id)
    const said = await Promise.all(
      [
        `/api/vendors?search=${encodeURIComponent(name)}`,
        `/api/vendors-by-name?name=${encodeURIComponent(name)}`,
        `/api/similar-vendors?name=${encodeURIComponent(name)}`,
        `/api/vendor-select-options?search=${encodeURIComponent(name)}`,
      ].map((path) => admin.get(path)),
    )
    for (const { status, body } of said) {
      expect(status, JSON.stringify(body)).toBe(200)
      expect(JSON.stringify(body)).not.toContain(name)
    }
    expect((await admin.get(`/api/vendors/${id}`)).status).toBe(404)
    expect((await admin.post(`/api/intake-submission/${await filed('')}/vendors`, { vendorIds: [id] })).status).toBe(
      400,
    )
  })

  it('its name is said to those who may see it, as proposed', async () => {
    const name = named()
    const id = await propose(requester, name)
    const requestId = await filed(id)
    const { body } = await request(approver, requestId)
    expect(body).toMatchObject({
      vendor: { id, name: `${name} (proposed)` },
      answerVendors: [],
      proposedVendors: [{ id, name: `${name} (proposed)` }],
    })
    const options = `/api/vendor-select-options?ids%5B%5D=${id}`
    expect((await approver.get(options)).body.edges[0].node.label).toBe(`${name} (proposed)`)
    expect((await outsider.get(options)).body.edges).toEqual([])
  })

  it('no one files with someone else’s proposal that they can’t read', async () => {
    const id = await propose(requester, named())
    expect(fieldsOf(await save(outsider, category.id, { title: 'Mine', vendor: id }))).toEqual({
      vendor: 'This choice is no longer available. Choose another one.',
    })
    expect(fieldsOf(await save(outsider, category.id, { title: 'Mine', vendor: 'pv-nothing' }))).toHaveProperty(
      'vendor',
    )
  })
})

describe('an approved request', () => {
  it('makes the vendor once, with its details and files, owned by the category’s owners, who are told', async () => {
    const name = named()
    const id = await propose(requester, name, {
      ...{ website: 'kestrel.example', contactName: 'Kai van Kestrel', contactEmail: 'Kai@Kestrel.example' },
      country: 'Netherlands',
    })
    const document = await makeDocument(requester)
    const requestId = await filed(id, { files: [document] }, owned)
    expect(await vendorOf(id)).toBeUndefined()
    await approve(requestId)
    const made = await vendorOf(id)
    expect(made).toMatchObject({ name, website: 'kestrel.example', owners: JSON.stringify([ownerId]) })
    expect(JSON.parse(made?.contact ?? '')).toMatchObject({
      ...{ firstName: 'Kai', lastName: 'van Kestrel', email: 'kai@kestrel.example' },
    })
    expect(JSON.parse(made?.address ?? '')).toMatchObject({ country: 'Netherlands' })
    const links = await rows(
      'SELECT target_id FROM document_links WHERE document_id = ? AND target_type = ?',
      document,
      'VENDOR',
    )
    expect(links).toEqual([{ target_id: id }])
    expect((await request(requester, requestId)).body).toMatchObject({
      vendor: { id, name },
      answerVendors: [{ id, name }],
      proposedVendors: [],
    })
    expect((await admin.get(`/api/vendors/${id}`)).body).toMatchObject({ name })
    expect((await read(requester, id)).body).toMatchObject({ state: 'MADE', vendor: { id, name } })
    expect(await historyOf(id)).toEqual([
      `Created the vendor ${name}: the request “Software” that proposed it was approved`,
    ])
    expect(await historyOf(requestId)).toContain(`Created the proposed vendor ${name}`)
    expect(sentMails().filter(({ subject }) => subject === `Vendor created: ${name}`).length).toBeGreaterThan(0)
    await run(
      `UPDATE outbox SET done_at = NULL, available_at = 0 WHERE topic = 'proposed-vendor.settle' AND company_id = ?`,
      company.id,
    )
    await runTicks(env)
    expect(await historyOf(id)).toHaveLength(1)
  })

  it('without owners of the category, the vendor is the requester’s, also if someone else filed it', async () => {
    const id = await propose(filer, named())
    const requestId = await file(
      filer,
      category.id,
      { title: 'For Rita', vendor: id },
      {
        requestorUserId: people.requester.userId,
      },
    )
    await approve(requestId)
    expect((await vendorOf(id))?.owners).toBe(JSON.stringify([people.requester.userId]))
  })

  it('an undone approval makes nothing', async () => {
    const id = await propose(requester, named())
    const requestId = await filed(id)
    const { body } = await decide(approver, requestId, 'APPROVED', 1)
    const undone = await approver.post(`/api/intake-submission/${requestId}/undo-decision`, { sequence: body.sequence })
    expect(undone.status).toBe(200)
    await follow()
    expect(await vendorOf(id)).toBeUndefined()
  })
})

describe('tasks that need the vendor', () => {
  const tasks = async () =>
    makeCategory(admin, {
      levels: [
        [rule('legal', { approverUserIds: [people.approver.userId] })],
        [rule('setup', { type: 'TASK', approverUserIds: [people.second.userId] })],
      ],
    })

  it('once everyone has approved, the vendor is made, although tasks are left', async () => {
    const id = await propose(requester, named())
    const requestId = await filed(id, {}, await tasks())
    await follow()
    expect(await vendorOf(id)).toBeUndefined()
    await approve(requestId)
    expect((await request(requester, requestId)).body.status).toBe('PENDING')
    expect(await vendorOf(id)).toBeDefined()
    const history = await historyOf(requestId)
    expect(history.filter((message) => message.startsWith('Created the proposed vendor'))).toHaveLength(1)
  })

  it('not if the last approval is undone, or the request withdrawn, before that', async () => {
    const own = await tasks()
    const [undoneId, withdrawnId] = [await propose(requester, named()), await propose(requester, named())]
    const [undone, withdrawn] = [await filed(undoneId, {}, own), await filed(withdrawnId, {}, own)]
    const { body } = await decide(approver, undone, 'APPROVED', 1)
    await approver.post(`/api/intake-submission/${undone}/undo-decision`, { sequence: body.sequence })
    await decide(approver, withdrawn, 'APPROVED', 1)
    const left = await requester.post(`/api/approvals/INTAKE_SUBMISSION/${withdrawn}/withdraw`, {})
    expect(left.status, JSON.stringify(left.body)).toBe(200)
    await follow()
    expect([await vendorOf(undoneId), await vendorOf(withdrawnId)]).toEqual([undefined, undefined])
  })
})

describe('a form for the vendor, sent by a step after the approvals', () => {
  it('the form is sent to the proposed contact once the vendor is made', async () => {
    const scene = await makeFormTaskScene()
    const approvers = { approverUserIds: [scene.clerkId] }
    const steps = [[rule('first', approvers)], [scene.formsRule()]]
    const own = await makeCategory(scene.admin, { form: FORM_WITH_VENDOR, levels: steps })
    const vendor = await propose(scene.requester, named(), { contactEmail: 'kai@kestrel.example' })
    const id = await file(scene.requester, own.id, { title: 'With a form', vendor })
    expect((await decide(scene.clerk, id, 'APPROVED', 1)).status).toBe(200)
    // The step may start first, when there is no one to send it to.
    const due = (topic: string) =>
      run(
        `UPDATE outbox SET available_at = CASE WHEN topic LIKE ? THEN 0 ELSE 4e12 END WHERE company_id = ? AND done_at IS NULL`,
        ...[topic, scene.company.id],
      )
    for (const topic of ['task.run', 'vendor-form.follow']) {
      await due(topic)
      await runTicks(env)
    }
    await scene.until(id, 'FAILED')
    for (const topic of ['proposed-vendor.settle', 'vendor-form.follow', 'vendor-form.send']) {
      await due(topic)
      await runTicks(env)
    }
    await scene.until(id, 'SENT')
    expect(await scene.forms(id)).toEqual([expect.objectContaining({ recipient: expect.anything() })])
    expect(sentMails('kai@kestrel.example').length).toBe(1)
  })
})

describe('a request that isn’t approved', () => {
  it('rejected, it makes nothing; resubmitted and approved, it does', async () => {
    const name = named()
    const id = await propose(requester, name)
    const requestId = await filed(id)
    await reject(requestId)
    await follow()
    expect(await vendorOf(id)).toBeUndefined()
    expect((await request(requester, requestId)).body.vendor.name).toBe(`${name} (proposed)`)
    const again = await save(requester, category.id, { title: 'Software', vendor: id }, { id: requestId, version: 1 })
    expect(again.status, JSON.stringify(again.body)).toBe(200)
    await approve(requestId, again.body.version)
    expect((await vendorOf(id))?.name).toBe(name)
  })

  it('deleted, what it proposed goes with it, unless another request names it', async () => {
    const [id, shared] = [await propose(requester, named()), await propose(requester, named())]
    const [gone, first, second] = [await filed(id), await filed(shared), await filed(shared)]
    const remove = async (of: string) =>
      expect((await requester.call('DELETE', `/api/intake-submission/${of}`)).status).toBe(204)
    await remove(gone)
    expect((await read(requester, id)).status).toBe(404)
    await remove(first)
    expect((await read(approver, shared)).status).toBe(200)
    await remove(second)
    expect((await read(requester, shared)).status).toBe(404)
    expect(await rows('SELECT id FROM proposed_vendors WHERE id IN (?, ?)', id, shared)).toEqual([])
  })

  it('what no one filed is forgotten after a month, but not what a draft names', async () => {
    const month = 30 * 24 * 60 * 60 * 1000
    const [unfiled, drafted, young] = await Promise.all([1, 2, 3].map(() => propose(requester, named())))
    await save(requester, category.id, { title: 'Later', vendor: drafted }, { isDraft: true })
    for (const id of [unfiled, drafted])
      await run('UPDATE proposed_vendors SET created_at = ? WHERE id = ?', Date.now() - month - 60_000, id)
    await runTicks(env)
    const left = await rows<{ id: string }>(
      'SELECT id FROM proposed_vendors WHERE id IN (?, ?, ?)',
      ...[unfiled, drafted, young].map(String),
    )
    expect(left.map(({ id }) => id).toSorted()).toEqual([drafted, young].toSorted())
  })
})

describe('drafts, edits and copies', () => {
  it('a draft keeps it, and is submitted with it', async () => {
    const id = await propose(requester, named())
    const draft = await save(requester, category.id, { title: 'Later', vendor: id }, { isDraft: true })
    const sent = await save(requester, category.id, { title: 'Later', vendor: id }, { id: draft.body.id, version: 1 })
    expect(sent.status, JSON.stringify(sent.body)).toBe(200)
    await approve(draft.body.id)
    expect(await vendorOf(id)).toBeDefined()
  })

  it('another proposal is a change that approvers see by its names', async () => {
    const [first, second] = [named('First'), named('Second')]
    const [was, is] = [await propose(requester, first), await propose(requester, second)]
    const requestId = await filed(was)
    const edited = await save(requester, category.id, { title: 'Software', vendor: is }, { id: requestId, version: 1 })
    expect(edited.body).toMatchObject({ version: 2 })
    const stale = await decide(approver, requestId, 'APPROVED', 1)
    expect(stale.body.details.changes).toEqual([expect.objectContaining({ before: was, after: is })])
    await approve(requestId, 2)
    expect([await vendorOf(was), (await vendorOf(is))?.name]).toEqual([undefined, second])
  })

  it('an admin who edits the request keeps it, though they didn’t propose it', async () => {
    const id = await propose(requester, named())
    const requestId = await filed(id)
    const edited = await save(admin, category.id, { title: 'Corrected', vendor: id }, { id: requestId, version: 1 })
    expect(edited.status, JSON.stringify(edited.body)).toBe(200)
  })

  it('a copy proposes the same vendor, which is made once for both', async () => {
    const id = await propose(requester, named())
    const requestId = await filed(id)
    const copy = await requester.post(`/api/intake-submission/${requestId}/duplicate`, {})
    expect(copy.status, JSON.stringify(copy.body)).toBe(200)
    const second = await file(requester, category.id, { title: 'Copy', vendor: id }, { id: copy.body.id })
    await approve(requestId)
    await approve(second)
    expect(await historyOf(id)).toHaveLength(1)
    expect((await request(requester, second)).body.answerVendors).toMatchObject([{ id }])
  })
})

describe('another vendor that was added meanwhile', () => {
  const meanwhile = async (more: object = {}) => {
    const name = named()
    const id = await propose(requester, name, { website: `${newId()}.example` })
    const requestId = await filed(id, {}, owned)
    const { website } = (await read(requester, id)).body
    const added = await admin.post('/api/vendors', {
      ...{ name, owners: [people.second.userId], paymentMethod: 'ACH', website: '', ...more },
    })
    if (added.status !== 200) throw new Error(JSON.stringify(added.body))
    const seen = (await read(approver, id)).body.doubles
    await approve(requestId)
    return { name, id, requestId, other: added.body.id as string, website, seen }
  }

  it('approvers see it, nothing is doubled, and those who would own it are asked', async () => {
    const { name, id, other, seen, requestId } = await meanwhile()
    expect(seen).toMatchObject([{ id: other, isSame: true }])
    expect(await vendorOf(id)).toBeUndefined()
    expect(await historyOf(requestId)).toContain(
      `Didn’t create the proposed vendor ${name}: it may be ${name}, added meanwhile`,
    )
    expect(sentMails().filter(({ subject }) => subject === `Is this the same vendor?: ${name}`).length).toBeGreaterThan(
      0,
    )
    expect((await read(requester, id)).body).toMatchObject({ state: 'WAITING', canSettle: false })
    expect((await requester.post(`/api/proposed-vendors/${id}/settle`, { vendorId: other })).status).toBe(403)
    expect((await outsider.post(`/api/proposed-vendors/${id}/settle`, { vendorId: other })).status).toBe(404)
  })

  it('with the other vendor instead, the request names that one', async () => {
    const { id, other, requestId, name } = await meanwhile()
    const owner = await signIn(company, { userId: ownerId } as never)
    expect((await read(owner, id)).body.canSettle).toBe(true)
    const answers = await Promise.all(
      [1, 2].map(() => owner.post(`/api/proposed-vendors/${id}/settle`, { vendorId: other })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await vendorOf(id)).toBeUndefined()
    expect((await request(requester, requestId)).body).toMatchObject({
      vendor: { id: other, name },
      answerVendors: [{ id: other }],
      proposedVendors: [],
    })
    expect((await read(requester, id)).body).toMatchObject({ state: 'REPLACED', vendor: { id: other } })
    expect((await admin.post(`/api/proposed-vendors/${id}/settle`, { vendorId: null })).body.reason).toBe(
      'ALREADY_SETTLED',
    )
  })

  it('as a vendor of its own it needs another name', async () => {
    const { id, name } = await meanwhile()
    const taken = await admin.post(`/api/proposed-vendors/${id}/settle`, { vendorId: null })
    expect(fieldsOf(taken)).toEqual({ name: 'A vendor with this name already exists' })
    const made = await admin.post(`/api/proposed-vendors/${id}/settle`, { vendorId: null, name: `${name} Labs` })
    expect(made.body).toEqual({ id })
    expect(await vendorOf(id)).toMatchObject({ name: `${name} Labs`, owners: JSON.stringify([ownerId]) })
  })

  it('a vendor that was there before, and shown, isn’t asked about again', async () => {
    const website = `${newId()}.example`
    await admin.post('/api/vendors', {
      ...{ name: named('Group'), owners: [people.second.userId], paymentMethod: 'ACH', website },
    })
    const id = await propose(requester, named('Subsidiary'), { website })
    await approve(await filed(id))
    expect(await vendorOf(id)).toBeDefined()
  })
})
