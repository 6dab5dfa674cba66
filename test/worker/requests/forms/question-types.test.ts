import { beforeAll, describe, expect, it } from 'vitest'
import { QUESTION_TYPES, type Question, type QuestionType } from '../../../../schema/requests/forms/form.ts'
import { newId } from '../../../../worker/core/clock.ts'
import { fieldsOf } from '../../../support/worker/doors.ts'
import { type FilingScene, makeFilingScene } from '../../../support/worker/filing-scene.ts'
import { file, makeCategory, question, save, step } from '../../../support/worker/intake.ts'
import { makeDocument } from '../../../support/worker/uploads.ts'

/** Every question type filed, refused with its message, shown and edited (specification 2 §5). */

const GONE = 'This choice is no longer available. Choose another one.'
const DATE = 'Date must be in format yyyy-mm-dd'
const REQUIRED = 'Required'
const HOME = {
  country: 'US',
  address1: 'Main St 1',
  address2: '',
  city: 'Springfield',
  state: 'IL',
  postalCode: '62701',
}
const OPTIONS = [
  { id: 'new', label: 'New', parentId: null, ordinal: 0 },
  { id: 'renewal', label: 'Renewal', parentId: null, ordinal: 1 },
]

interface Kind {
  more?: Partial<Question>
  /** Two valid answers. The second one replaces the first in an edit. */
  valid: [unknown, unknown] | null
  /** How the second one is shown, if by name. */
  labels?: string[]
  /** Answers of the right type without content, which are refused if the question is required. */
  blank?: unknown[]
  invalid: [unknown, string][]
  /** Answers that fit no question, which are refused before the question is known. */
  never?: unknown[]
}

let scene: FilingScene
let kinds: Record<QuestionType, Kind>

/** @param other an id of the company that belongs to something else */
const lookup = (first: string, second: string, label: string, other: string): Kind => ({
  valid: [first, second],
  labels: [label],
  blank: [null, ''],
  invalid: [
    [newId(), GONE],
    [other, GONE],
    [5, 'Must be one choice'],
    [['a'], 'Must be one choice'],
  ],
})
const dates: Kind = {
  valid: ['2030-01-31', '2031-12-01'],
  blank: [null, ' '],
  invalid: [
    ['2030-02-30', 'There is no February 30. February 2030 has 28 days'],
    ['01/31/2030', DATE],
    [20300131, DATE],
  ],
}
const amounts: Kind = {
  valid: [
    { value: 0, currency: 'USD' },
    { value: 125_000, currency: 'USD' },
  ],
  blank: [null],
  invalid: [
    [12, 'Must be an amount with a currency'],
    [['12'], 'Must be an amount with a currency'],
  ],
  never: [
    { value: 1.5, currency: 'USD' },
    { value: 1, currency: 'XXX' },
  ],
}
const texts: Kind = {
  valid: ['One', 'Two'],
  blank: [null, '', '   '],
  invalid: [[5, 'Must be text']],
}

beforeAll(async () => {
  scene = await makeFilingScene()
  const { company, people, requester } = scene
  const two = async (table: Parameters<typeof company.add>[0]) => {
    const [first, second] = [await company.add(table), await company.add(table, `Second of ${table}`)]
    return lookup(first, second, `Second of ${table}`, people.filer.userId)
  }
  const vendorId = await company.add('vendors')
  const service = async (name: string): Promise<string> =>
    (await scene.admin.post('/api/services', { name, vendorId })).body.id
  const members = lookup(people.filer.userId, people.second.userId, 'Sue Second', vendorId)
  kinds = {
    ADDRESS: {
      valid: [HOME, { ...HOME, address2: 'Floor 2', memo: 'Ring twice' }],
      blank: [null, { ...HOME, postalCode: ' ' }, { ...HOME, country: '' }],
      invalid: [['Main St 1', 'Must be an address']],
    },
    BUSINESS_UNIT_SELECT: await two('business_units'),
    CUSTOM_SELECT: {
      more: { options: OPTIONS },
      valid: ['new', 'renewal'],
      labels: ['Renewal'],
      blank: [null, ''],
      invalid: [['other', 'Choose one of the options']],
    },
    DATE: dates,
    DEPARTMENT_SELECT: await two('departments'),
    DISPLAY_ONLY: { valid: null, invalid: [] },
    DOCUMENTS: {
      more: { isMulti: true },
      valid: [[await makeDocument(requester, 'First')], [await makeDocument(requester, 'Second')]],
      labels: ['Second'],
      blank: [null, []],
      invalid: [
        ['d1', 'Must be a list of documents'],
        [[newId()], GONE],
        [[people.filer.userId], GONE],
      ],
    },
    DUE_DATE: dates,
    DURATION: {
      valid: [
        { years: 1, months: 0, days: 0 },
        { years: 0, months: 6, days: 3 },
      ],
      blank: [null, { years: 0, months: 0, days: 0 }],
      invalid: [['1 year', 'Must be a duration in whole years, months and days']],
      never: [{ years: 1.5, months: 0, days: 0 }],
    },
    EMAIL: {
      valid: ['ada@example.com', 'grace@example.com'],
      blank: [null, ' '],
      invalid: [
        ['ada', 'Invalid email'],
        [5, 'Invalid email'],
      ],
    },
    END_DATE: dates,
    ENTITY_SELECT: await two('entities'),
    LOCATION_SELECT: await two('locations'),
    MEMBER_SELECT: members,
    MONEY: amounts,
    NEEDS_REQUEST_SIGNER: { valid: [true, false], invalid: [] },
    NUMBER: {
      valid: [0, -12.5],
      blank: [null],
      invalid: [
        ['12', 'Must be a number'],
        [true, 'Must be a number'],
      ],
    },
    REQUEST_AMOUNT: amounts,
    REQUEST_OWNER_SELECT: members,
    REQUEST_TITLE: texts,
    SERVICE_SELECT: lookup(await service('First service'), await service('Second service'), 'Second service', vendorId),
    SPEND_CATEGORY_SELECT: await two('spend_categories'),
    START_DATE: dates,
    TEXT: texts,
    VENDOR_SELECT: await two('vendors'),
    YES_NO: {
      valid: [false, true],
      blank: [null],
      invalid: [['Yes', 'Must be Yes or No']],
    },
  }
})

describe('every question type', () => {
  it.each(QUESTION_TYPES)(
    'a question of type %s can be asked, refuses invalid answers, is shown and edited',
    async (type) => {
      const { more, valid, labels, blank = [], invalid, never = [] } = kinds[type]
      const { admin, requester } = scene
      const canBlock = valid !== null && type !== 'NEEDS_REQUEST_SIGNER'
      const asked = question('asked', type, { ...more, isRequired: canBlock })
      const { id: categoryId } = await makeCategory(admin, { form: [step('what', [asked])], levels: [] })
      for (const value of blank)
        expect(fieldsOf(await save(requester, categoryId, { asked: value })), JSON.stringify(value)).toEqual({
          asked: REQUIRED,
        })
      if (canBlock) {
        expect(fieldsOf(await save(requester, categoryId, {}))).toEqual({ asked: REQUIRED })
        expect((await save(requester, categoryId, {}, { isDraft: true })).status).toBe(200)
      }
      for (const [value, message] of invalid) {
        for (const isDraft of [false, true])
          expect(
            fieldsOf(await save(requester, categoryId, { asked: value }, { isDraft })),
            JSON.stringify(value),
          ).toEqual({ asked: message })
      }
      for (const value of never)
        expect(fieldsOf(await save(requester, categoryId, { asked: value }))).toEqual({
          'submission.answers.0.value': 'The answer doesn’t match the question type',
        })
      if (valid === null) {
        const filed = await file(requester, categoryId, {})
        expect((await requester.get(`/api/intake-submission/${filed}/answers`)).body.answers).toMatchObject([{ type }])
        return
      }
      const shown = async (id: string) => (await requester.get(`/api/intake-submission/${id}/answers`)).body
      const id = await file(requester, categoryId, { asked: valid[0] })
      expect((await shown(id)).answers).toMatchObject([{ type, value: valid[0] }])
      // Without levels it is approved at once, so only a draft can still be changed.
      const draft = (await save(requester, categoryId, { asked: valid[0] }, { isDraft: true })).body
      const edit = { id: draft.id, version: draft.version, isDraft: true }
      expect((await save(requester, categoryId, { asked: valid[1] }, edit)).status).toBe(200)
      expect((await shown(draft.id)).answers).toMatchObject([{ type, value: valid[1], labels: labels ?? [] }])
    },
  )
})

describe('a request whose form asks about a signer', () => {
  it('the request says whether it needs a signer, filed or as a draft', async () => {
    const { admin, requester } = scene
    const form = [step('what', [question('signer', 'NEEDS_REQUEST_SIGNER'), question('other', 'YES_NO')])]
    const { id: categoryId } = await makeCategory(admin, { form, levels: [] })
    const needsSigner = async (id: string) => (await requester.get(`/api/intake-submission/${id}`)).body.needsSigner
    expect(await needsSigner(await file(requester, categoryId, { signer: true, other: false }))).toBe(true)
    expect(await needsSigner(await file(requester, categoryId, { signer: false, other: true }))).toBe(false)
    expect(await needsSigner(await file(requester, categoryId, { other: true }))).toBe(false)
    const draft = await save(requester, categoryId, { signer: true }, { isDraft: true })
    expect(await needsSigner(draft.body.id)).toBe(true)
  })
})
