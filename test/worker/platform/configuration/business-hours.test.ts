import { expect, it } from 'vitest'
import { compare, importFile, makePlace, told } from '../../../support/worker/configuration-scene.ts'

/** Business hours go from one company to another in the file of configuration. */

const HEAD = 'outlay: 1\ncurrency: USD\n'
const HOURS = '/api/settings/business-hours'
const NIGHTS = {
  ...{ opens: '07:30', closes: '16:00', weekdays: [1, 2, 3, 4], country: 'DE', worked: ['Reformationstag'] },
  own: [{ day: '2030-12-31', name: 'Stocktaking', everyYear: true }],
}

it('hours, days, holidays and days off are in the file, and another company takes them over', async () => {
  const place = await makePlace()
  const { body: holidays } = await place.admin.get(`${HOURS}/holidays?country=DE`)
  const worked = [holidays.holidays[0].name]
  const saved = await place.admin.call('PUT', HOURS, { body: { ...NIGHTS, worked } })
  expect(saved.status, JSON.stringify(saved.body)).toBe(200)
  const file = await place.file()
  expect(file).toContain('businessHours:')
  expect(file).toMatch(/opens: ["']07:30["']/)
  expect(file).toMatch(/days:\n {4}- monday\n {4}- tuesday\n {4}- wednesday\n {4}- thursday\n/)
  const other = await makePlace()
  await importFile(other.admin, file)
  const { version: _, ...there } = (await other.admin.get(HOURS)).body
  expect(there).toEqual({ ...NIGHTS, worked })
  expect(told(await compare(other.admin, file)).filter((line) => line.startsWith('businessHours'))).toEqual([])
})

it('what no clock or calendar has is a problem beside its line', async () => {
  const { admin } = await makePlace()
  const hours = 'businessHours:\n  opens: "09:00"\n  closes: "25:00"\n  days:\n    - monday\n'
  const { problems, canImport } = await compare(admin, `${HEAD}${hours}`)
  expect([canImport, problems.map(({ line, message }) => [line, message])]).toEqual([
    false,
    [[5, 'A time such as 09:00']],
  ])
  const early = hours.replace('25:00', '08:00')
  expect((await compare(admin, `${HEAD}${early}`)).problems[0]).toMatchObject({
    line: 5,
    message: 'Later than the work begins',
  })
  const country = `${hours.replace('25:00', '17:00')}  holidaysOf: XX\n`
  expect((await compare(admin, `${HEAD}${country}`)).problems[0]).toMatchObject({
    line: 8,
    message: 'There is no list of this country',
  })
  const thanksgiving = `${hours.replace('25:00', '17:00')}  holidaysOf: DE\n  holidaysWorked:\n    - Thanksgiving Day\n`
  expect(await compare(admin, `${HEAD}${thanksgiving}`)).toMatchObject({
    canImport: false,
    problems: [{ line: 10, message: 'Thanksgiving Day is not a holiday of this country' }],
  })
  const nowhere = `${hours.replace('25:00', '17:00')}  holidaysWorked:\n    - Thanksgiving Day\n`
  expect((await compare(admin, `${HEAD}${nowhere}`)).problems[0]).toMatchObject({
    line: 9,
    message: 'Thanksgiving Day: choose a country first',
  })
})
