import type { OwnHoliday } from '../../../../schema/platform/business-hours/calendar.ts'
import type { BusinessHours } from '../../../../schema/platform/business-hours/endpoints.ts'
import type { Holiday } from '../../../../schema/platform/business-hours/holidays.ts'
import { builder, resolveWith } from '../../../transport/graphql/builder.ts'
import { readBusinessHours, readHolidays, saveBusinessHours } from './operations.ts'

const ownHoliday = builder.objectRef<OwnHoliday>('OwnHoliday').implement({
  description: 'A day off of the company’s own',
  fields: (t) => ({
    day: t.exposeString('day'),
    name: t.exposeString('name'),
    everyYear: t.exposeBoolean('everyYear'),
  }),
})

const hours = builder.objectRef<BusinessHours>('BusinessHours').implement({
  description: 'When the company works: hours, days and holidays',
  fields: (t) => ({
    opens: t.exposeString('opens'),
    closes: t.exposeString('closes'),
    weekdays: t.exposeIntList('weekdays', { description: '0 is Sunday' }),
    country: t.exposeString('country', { nullable: true, description: 'Whose public holidays are days off' }),
    worked: t.exposeStringList('worked', { description: 'Holidays of that country on which the company works' }),
    own: t.field({ type: [ownHoliday], resolve: ({ own }) => own }),
    version: t.exposeInt('version'),
  }),
})

const holiday = builder.objectRef<Holiday>('PublicHoliday').implement({
  fields: (t) => ({ day: t.exposeString('day'), name: t.exposeString('name') }),
})
const holidays = builder.objectRef<{ holidays: Holiday[] }>('PublicHolidays').implement({
  fields: (t) => ({ holidays: t.field({ type: [holiday], resolve: (list) => list.holidays }) }),
})

const ownHolidayInput = builder.inputType('OwnHolidayInput', {
  fields: (t) => ({
    day: t.string({ required: true }),
    name: t.string({ required: true }),
    everyYear: t.boolean(),
  }),
})

builder.queryFields((t) => ({
  businessHours: t.field({ type: hours, resolve: resolveWith('query.businessHours', readBusinessHours) }),
  publicHolidays: t.field({
    type: holidays,
    args: { country: t.arg.string({ required: true }) },
    resolve: resolveWith('query.publicHolidays', readHolidays),
  }),
}))

builder.mutationFields((t) => ({
  saveBusinessHours: t.field({
    type: hours,
    args: {
      opens: t.arg.string({ required: true }),
      closes: t.arg.string({ required: true }),
      weekdays: t.arg.intList({ required: true }),
      country: t.arg.string(),
      worked: t.arg.stringList(),
      own: t.arg({ type: [ownHolidayInput] }),
      version: t.arg.int(),
    },
    resolve: resolveWith('mutation.saveBusinessHours', saveBusinessHours),
  }),
}))
