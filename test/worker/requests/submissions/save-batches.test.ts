import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../../worker/core/clock.ts'
import { fieldsOf } from '../../../support/worker/doors.ts'
import {
  type Category,
  FORM,
  makeCategory,
  question,
  rule,
  save,
  saveBody,
  saveForm,
} from '../../../support/worker/intake.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import {
  makeSourcingCategory,
  formBody as publicBody,
  switchOnSourcing,
  visitSince,
} from '../../../support/worker/sourcing.ts'
import {
  makeVendorFormScene,
  type VendorFormScene,
  formBody as vendorBody,
} from '../../../support/worker/vendor-forms.ts'
import {
  type Answer,
  anonymous,
  type Client,
  makeCompany,
  signIn,
  type TestCompany,
} from '../../../support/worker/world.ts'

/** The one rule of saves in batches, at every door that takes them. */

type Words = { transactionId?: string; batch: number; totalBatches: number }
type Said = [first: string, second: string]

interface Door {
  /** Opens something to save, and returns what sends a part of it. */
  open(): Promise<{
    send(words: Words, said: Said): Promise<Answer>
    /** What was saved with each batch's words, for every object that was saved. */
    saved(): Promise<unknown[]>
  }>
  /** What `saved` says of one save. */
  shows(said: Said): unknown
  /** The caller must name each save. */
  isAlwaysNamed?: true
}

let company: TestCompany
let client: Client
let admin: Client
let category: Category
let forms: VendorFormScene

beforeAll(async () => {
  company = await makeCompany()
  await switchOnSourcing(company)
  client = await signIn(company, await company.addPerson({ name: 'Rita Requester' }))
  const adminPerson = await company.addPerson({ flags: ['hasAdminAccess'] })
  admin = await signIn(company, adminPerson)
  category = await makeCategory(admin, {
    levels: [[rule('legal', { approverUserIds: [adminPerson.userId] })]],
  })
  forms = await makeVendorFormScene()
})

const parts = (answers: [object, object], { batch }: Words) => answers[batch - 1] as Record<string, unknown>
const requestsWith = (word: string) =>
  rows<{ id: string; title: string }>(
    `SELECT id, title FROM intake_submissions WHERE company_id = ? AND title LIKE '%' || ? || '%' ORDER BY id`,
    ...[company.id, word],
  )
const answersIn = async (id: string, reader = client) => {
  const { body } = await reader.get(`/api/intake-submission/${id}/answers`)
  return Object.fromEntries(body.answers.map((a: { questionId: string; value: unknown }) => [a.questionId, a.value]))
}

const requestDoor = (isDraft: boolean): Door => ({
  open: async () => {
    const word = newId()
    return {
      send: (words, [first, second]) =>
        client.post('/api/intake-submission', {
          ...saveBody(category.id, parts([{ title: `${first} ${word}` }, { kind: 'renewal', reason: second }], words), {
            isDraft,
          }),
          ...words,
        }),
      saved: async () =>
        Promise.all(
          (await requestsWith(word)).map(async ({ id, title }) => [
            title.replace(` ${word}`, ''),
            (await answersIn(id)).reason,
          ]),
        ),
    }
  },
  shows: (said) => said,
})

const DOORS: Record<string, Door> = {
  'a new request': requestDoor(false),
  'a new draft': requestDoor(true),
  'an edit of a request': {
    open: async () => {
      const { body } = await save(client, category.id, { title: 'As it was' })
      return {
        send: (words, [first, second]) =>
          client.post('/api/intake-submission', {
            ...saveBody(category.id, parts([{ title: first }, { kind: 'renewal', reason: second }], words), {
              id: body.id,
            }),
            ...words,
          }),
        saved: async () => {
          const { title, reason } = await answersIn(body.id)
          return title === 'As it was' ? [] : [[title, reason]]
        },
      }
    },
    shows: (said) => said,
  },
  'a public form': {
    open: async () => {
      const intakeCategoryId = await makeSourcingCategory(admin, (await company.addPerson()).userId)
      const visit = await visitSince(env.OUTLAY_SIGNING_KEY, intakeCategoryId)
      return {
        send: (words, [first, second]) =>
          anonymous.post('/public-api/intake-submission', {
            ...publicBody({ companyId: company.id, intakeCategoryId }, visit, {
              ...parts([{ title: first }, { mail: `${second}@seller.test` }], words),
            }),
            ...words,
          }),
        saved: async () => {
          const filed = await rows<{ id: string }>(
            'SELECT id FROM intake_submissions WHERE intake_category_id = ?',
            intakeCategoryId,
          )
          const values = await Promise.all(filed.map(({ id }) => answersIn(id, admin)))
          return values.map(({ title, mail }) => [title, mail])
        },
      }
    },
    shows: ([first, second]) => [first, `${second}@seller.test`],
  },
  'a vendor form': {
    open: async () => {
      const id = await forms.send({ vendorUserId: forms.person.userId })
      return {
        send: (words, [first, second]) =>
          forms.vendor.post(
            `/api/vendor-intake/forms/${id}/submit`,
            vendorBody(parts([{ policy: first }, { mail: `${second}@kestrel.test` }], words), { ...words, version: 0 }),
          ),
        saved: async () => {
          const { body } = await forms.vendor.get(`/api/vendor-intake/forms/${id}`)
          if (body.status === 'UNSUBMITTED') return []
          const { answers } = (await forms.vendor.get(`/api/vendor-intake/forms/${id}/answers`)).body
          return [answers.slice(0, 2).map(({ value }: { value: unknown }) => value)]
        },
      }
    },
    shows: ([first, second]) => [first, `${second}@kestrel.test`],
  },
  'the steps of a form': {
    isAlwaysNamed: true,
    open: async () => {
      const { body } = await admin.post('/api/intake-categories', { name: `Steps ${newId()}`, type: 'INTERNAL' })
      await saveForm(admin, body.id, FORM)
      const [first] = FORM
      if (!first) throw new Error('The form has no step')
      return {
        send: async (words, said) => {
          const answer = await admin.graphql(
            `mutation ($c: ID!, $t: ID!, $b: Int!, $n: Int!, $s: [IntakeStepInput!]!) {
               updateIntakeSteps(intakeCategoryId: $c, transactionId: $t, batch: $b, totalBatches: $n, intakeSteps: $s) {
                 id complete formVersion } }`,
            {
              ...{ c: body.id, t: words.transactionId, b: words.batch, n: words.totalBatches },
              s: [
                {
                  ...first,
                  id: `${words.batch}`,
                  ordinal: words.batch,
                  label: said[words.batch - 1],
                  questions: [question(`q${words.batch}`, 'TEXT')],
                },
              ],
            },
          )
          return { ...answer, body: answer.body.data?.updateIntakeSteps ?? answer.body }
        },
        saved: async () => {
          const versions = await rows<{ definition: string }>(
            'SELECT definition FROM intake_form_versions WHERE intake_category_id = ? AND version > 1',
            body.id,
          )
          return versions.map(({ definition }) => JSON.parse(definition).steps.map((s: { label: string }) => s.label))
        },
      }
    },
    shows: (said) => said,
  },
}

describe.each(Object.entries(DOORS))('%s in batches', (_, door) => {
  const of = (batch: number, transactionId?: string): Words => ({
    ...(transactionId !== undefined && { transactionId }),
    ...{ batch, totalBatches: 2 },
  })

  it('it is saved with the last batch to arrive, and a repeated transaction id answers the first result', async () => {
    const { send, saved } = await door.open()
    const [t, said]: [string, Said] = [newId(), ['Ships', 'tall']]
    const waits = await send(of(2, t), said)
    expect(waits.status, JSON.stringify(waits.body)).toBe(200)
    expect(waits.body.complete).toBe(false)
    expect(await saved()).toEqual([])
    const first = await send(of(1, t), said)
    expect(first).toMatchObject({ status: 200, body: { complete: true } })
    expect(await saved()).toEqual([door.shows(said)])
    for (const again of [await send(of(1, t), said), await send(of(2, t), ['x', 'y'])])
      expect(again).toMatchObject({ status: 200, body: first.body })
    expect(await saved()).toEqual([door.shows(said)])
  })

  if (door.isAlwaysNamed) return

  it('needs no transaction id, whichever batch comes first', async () => {
    const { send, saved } = await door.open()
    const said: Said = ['Ships', 'tall']
    expect((await send(of(2), said)).body.complete).toBe(false)
    const done = await send(of(1), said)
    expect(done.status, JSON.stringify(done.body)).toBe(200)
    expect(done.body.complete).toBe(true)
    expect(await saved()).toEqual([door.shows(said)])
  })

  it('leaves out what an earlier save left behind, and says so', async () => {
    const { send, saved } = await door.open()
    const [left, said]: [Said, Said] = [
      ['Boats', 'small'],
      ['Ships', 'tall'],
    ]
    await send(of(1), left)
    const other = await send(of(1), said)
    expect(other.status).toBe(400)
    expect(fieldsOf(other).batch).toMatch(/^An earlier save in 2 batches wasn’t finished/)
    expect((await send(of(1), said)).body.complete).toBe(false)
    expect((await send(of(2), said)).body.complete).toBe(true)
    expect(await saved()).toEqual([door.shows(said)])
  })

  it('never joins a batch that has waited for longer than a save takes', async () => {
    const { send, saved } = await door.open()
    await send(of(2), ['Boats', 'small'])
    await run(`UPDATE save_batches SET created_at = created_at - 600000 WHERE transaction_id LIKE 'unnamed-%'`)
    expect((await send(of(1), ['Ships', 'tall'])).status).toBe(400)
    expect(await saved()).toEqual([])
  })
})

describe('a request in batches', () => {
  it('never joins batches that say something else about the whole', async () => {
    const word = newId()
    const part = (batch: number, title: string, answers: Record<string, unknown>) =>
      client.post('/api/intake-submission', {
        ...saveBody(category.id, answers, { title: `${title} ${word}` }),
        ...{ batch, totalBatches: 2 },
      })
    await part(2, 'Boats', { reason: 'small' })
    expect(fieldsOf(await part(1, 'Ships', { kind: 'new' })).batch).toMatch(/wasn’t finished/)
    expect(await requestsWith(word)).toEqual([])
  })

  it('files one request for one transaction id, also if it comes as a whole', async () => {
    const body = { ...saveBody(category.id, { title: `Once ${newId()}` }), transactionId: newId() }
    const first = await client.post('/api/intake-submission', body)
    const again = await client.post('/api/intake-submission', body)
    expect(first).toMatchObject({ status: 200, body: { complete: true } })
    expect(again.body).toEqual(first.body)
  })

  it('it can be sent again after it was refused', async () => {
    const word = newId()
    const part = (batch: number, answers: Record<string, unknown>) =>
      client.post('/api/intake-submission', { ...saveBody(category.id, answers), batch, totalBatches: 2 })
    await part(1, { title: `Refused ${word}` })
    expect(fieldsOf(await part(2, { due: 'soon' })).due).toBeDefined()
    expect((await part(1, { title: `Corrected ${word}` })).body.complete).toBe(false)
    expect((await part(2, { due: '2030-01-01' })).body.complete).toBe(true)
    expect((await requestsWith(word)).map(({ title }) => title)).toEqual([`Corrected ${word}`])
  })
})
