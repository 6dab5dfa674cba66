import { describe, expect, it } from 'vitest'
import { MAX_FILE_CHARACTERS } from '../../../../schema/platform/configuration/values.ts'
import {
  CONFIGURATION,
  compare,
  configure,
  importFile,
  makePlace,
  told,
} from '../../../support/worker/configuration-scene.ts'

const HEAD = 'outlay: 1\ncurrency: USD\n'
const problemsOf = async (file: string, more: object = {}) => {
  const { admin } = await makePlace()
  const { problems, canImport } = await compare(admin, file, more)
  return { problems: problems.map(({ line, message, level }) => ({ line, message, level })), canImport }
}

describe('the difference between a file and what runs', () => {
  it('a change is told field by field, old and new, in words', async () => {
    const place = await makePlace()
    await configure(place)
    const file = (await place.file())
      .replace('question: Notes', 'question: Notes\n            required: true')
      .replace('from: 10000.5', 'from: 20000')
      .replace('remindAfterPercent: 50', 'remindAfterPercent: 60')
      .replace('description: For teams', 'description: For everyone')
    expect(told(await compare(place.admin, file))).toEqual([
      'deadlines : Remind after percent: 50 → 60',
      'categories Tools: Description: For teams → For everyone',
      'categories Tools: Form › “Security” › Questions › “Notes” › Required: No → Yes',
      'categories Tools: Workflows › “Standard” › Levels › Level 1 › Steps › “Finance” › Required if › Conditions › Condition 2 › From: 10,000.5 → 20,000',
    ])
  })

  it('an object that the file doesn’t have stays, unless someone chooses to remove it', async () => {
    const place = await makePlace()
    await configure(place)
    const file = (await place.file()).replace(/ {2}- category: Empty\n {4}type: internal\n/, '')
    const difference = await compare(place.admin, file)
    expect(told(difference)).toEqual(['categories Empty: MISSING'])
    expect(difference.canImport).toBe(false)
    const removals = [{ section: 'categories', name: 'Empty' }]
    expect(await importFile(place.admin, file, { removals })).toMatchObject({ state: 'DONE' })
    expect(await place.file()).toBe(file)
  })

  it('a question that says what it was keeps its id, and so its answers', async () => {
    const place = await makePlace()
    const { categoryId } = await configure(place)
    const file = (await place.file()).replace(
      '- question: Notes\n            type: text',
      '- question: Remarks\n            was: Notes\n            type: text',
    )
    expect(file).toContain('Remarks')
    expect(await importFile(place.admin, file)).toMatchObject({ state: 'DONE', problem: null })
    const { body } = await place.admin.get(`/api/intake-categories/${categoryId}/steps`)
    expect(JSON.stringify(body)).toContain('"id":"q-notes"')
    expect(await place.file()).toContain('Remarks')
  })

  it('a renamed category is the same one, and a name that isn’t there makes a new one', async () => {
    const place = await makePlace()
    const { categoryId } = await configure(place)
    const renamed = (await place.file()).replace('category: Tools', 'category: Gear\n    was: Tools')
    expect(told(await compare(place.admin, renamed))).toEqual([])
    const difference = await compare(place.admin, renamed)
    expect(difference.sections.flatMap(({ items }) => items)).toMatchObject([
      { name: 'Gear', was: 'Tools', change: 'CHANGED' },
    ])
    expect(await importFile(place.admin, renamed)).toMatchObject({ state: 'DONE', problem: null })
    const { body } = await place.admin.get('/api/intake-categories')
    expect(body.find(({ id }: { id: string }) => id === categoryId)).toMatchObject({ name: 'Gear' })
    const gone = renamed.replace('was: Tools', 'was: Nothing')
    expect((await compare(place.admin, gone)).problems).toEqual([])
    const fresh = gone.replace('category: Gear', 'category: Stuff')
    expect((await compare(place.admin, fresh)).problems[0]).toMatchObject({
      level: 'WARNING',
      message: 'There’s no category Nothing here, so Stuff will be new',
    })
  })

  it('unknown people have their line, to be left out or mapped', async () => {
    const sandbox = await makePlace()
    await configure(sandbox)
    const real = await makePlace()
    const file = await sandbox.file()
    const { problems, canImport, choices } = await compare(real.admin, file)
    const lines = file.split('\n')
    const errors = problems.filter(({ level }) => level === 'ERROR')
    expect(canImport).toBe(false)
    expect(errors.map(({ message }) => message).toSorted()).toEqual(
      [sandbox.dana, sandbox.omar].map(({ email }) => `${email} isn’t an active member here`).toSorted(),
    )
    for (const { line, reference } of errors) expect(lines[(line ?? 0) - 1]).toContain(reference?.name)
    expect(choices.person).toContain(real.dana.email)
    const mappings = [
      { kind: 'person', name: sandbox.dana.email, to: real.dana.email },
      { kind: 'person', name: sandbox.omar.email, to: real.adminPerson.email },
    ]
    expect(await importFile(real.admin, file, { mappings })).toMatchObject({ state: 'DONE', problem: null })
    expect(await real.file()).toBe(
      file.replaceAll(sandbox.dana.email, real.dana.email).replaceAll(sandbox.omar.email, real.adminPerson.email),
    )
    expect(told(await compare(real.admin, file, { mappings }))).toEqual([])
  })
})

describe('a file is refused, with the line', () => {
  it('if it isn’t YAML, or isn’t a configuration', async () => {
    expect(await problemsOf(`${HEAD}company:\n  approvals: "x\n`)).toMatchObject({ canImport: false })
    expect((await problemsOf('hello')).problems[0]?.message).toContain('isn’t a configuration of Outlay')
    expect((await problemsOf('outlay: 7\ncurrency: USD\n')).problems).toEqual([
      { line: 1, level: 'ERROR', message: 'This version of Outlay reads files that begin with “outlay: 1”' },
    ])
    expect((await problemsOf(`${HEAD}nonsense: 1\n`)).problems).toEqual([
      { line: 3, level: 'ERROR', message: 'There’s no section of this name: nonsense' },
    ])
  })

  it('if it has aliases, anchors, tags or two documents', async () => {
    const bomb = `${HEAD}a: &a [x, x]\nb: &b [*a, *a, *a, *a]\nc: [*b, *b, *b, *b]\n`
    const { problems } = await problemsOf(bomb)
    expect(problems.map(({ line }) => line)).toContain(3)
    expect(problems.some(({ message }) => message === 'Aliases (*) aren’t allowed')).toBe(true)
    expect((await problemsOf(`${HEAD}company: !!js/function 1\n`)).problems[0]?.message).toBe('Tags (!) aren’t allowed')
    expect((await problemsOf(`${HEAD}---\nb: 1\n`)).problems[0]?.message).toContain('one document')
  })

  it('if a key is there twice, a name is there twice, or a type is wrong', async () => {
    expect((await problemsOf(`${HEAD}deadlines:\n  mode: off\n  mode: off\n`)).problems[0]).toMatchObject({ line: 5 })
    const twice = `${HEAD}categories:\n  - category: A\n    type: internal\n  - category: a\n    type: internal\n`
    expect((await problemsOf(twice)).problems).toEqual([
      { line: 6, level: 'ERROR', message: 'There are two of this name: a' },
    ])
    const wrong = `${HEAD}deadlines:\n  mode: sometimes\n  businessHours: 0\n  remindAfterPercent: 50\n  colour: red\n`
    expect((await problemsOf(wrong)).problems).toEqual([
      { line: 4, level: 'ERROR', message: 'One of: off, nudge, escalate' },
      { line: 5, level: 'ERROR', message: 'At least 1 hour' },
      { line: 7, level: 'ERROR', message: 'Not known here: colour' },
    ])
  })

  it('if it is too large', async () => {
    const { admin } = await makePlace()
    const file = `${HEAD}# ${'x'.repeat(MAX_FILE_CHARACTERS)}`
    expect(await admin.post(`${CONFIGURATION}/difference`, { file })).toMatchObject({
      status: 400,
      body: { fields: { file: expect.stringContaining('too large') } },
    })
  })

  it('if its amounts are in another currency, unless the person takes the numbers over', async () => {
    const file = 'outlay: 1\ncurrency: EUR\ndecisionsByEmail:\n  allowed: true\n  upTo: 99\n'
    const { admin } = await makePlace()
    const difference = await compare(admin, file)
    expect(difference).toMatchObject({ canImport: false, choices: { currency: ['USD'] } })
    expect(difference.problems[0]).toMatchObject({ line: 2, reference: { kind: 'currency', name: 'EUR' } })
    const mappings = [{ kind: 'currency', name: 'EUR', to: 'USD' }]
    expect(await compare(admin, file, { mappings })).toMatchObject({ canImport: true, problems: [] })
  })

  it('if what it says couldn’t be saved on the settings pages', async () => {
    const file = `${HEAD}categories:
  - category: A
    type: internal
    form:
      - step: One
        questions:
          - question: Cost
            type: money
            shownIf:
              conditions:
                - question: Nowhere
                  is: true
          - question: Pick
            type: custom-select
    workflows:
      - workflow: W
        levels:
          - steps:
              - step: Boss
                type: approval
                approvers:
                  who: custom-approvers
`
    const { problems } = await problemsOf(file)
    expect(problems).toEqual([
      { line: 13, level: 'ERROR', message: 'There’s no such question in the form: Nowhere' },
      { line: 15, level: 'ERROR', message: 'Add at least one option' },
      { line: 21, level: 'ERROR', message: 'Choose at least one group or person, or an approver matrix' },
    ])
  })
})
