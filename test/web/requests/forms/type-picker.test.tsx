// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { QUESTION_TYPES, type QuestionType } from '../../../../schema/requests/forms/form.ts'
import { typeLabel } from '../../../../schema/requests/forms/form-rules.ts'
import { FormKindProvider, REQUEST_FORM } from '../../../../web/features/requests/forms/form/form-kind.ts'
import { TypePicker } from '../../../../web/features/requests/forms/form/type-picker.tsx'
import { beginPages, openPart } from '../../../support/web/page.tsx'
import { all, click, fill, press, until } from '../../../support/web/screen.ts'

/** The list from which questions are added to a form. */

beginPages()

const openWith = async (used: QuestionType[] = []): Promise<QuestionType[]> => {
  const picked: QuestionType[] = []
  await openPart(() => (
    <FormKindProvider value={REQUEST_FORM}>
      <TypePicker id="add" label="Add question" used={new Set(used)} onPick={(type) => picked.push(type)} />
    </FormKindProvider>
  ))
  return picked
}
const options = () => all('option').map((option) => option.querySelector('b')?.textContent ?? '')

it('a type is found by its name, and taken with the keyboard', async () => {
  const picked = await openWith()
  const types: QuestionType[] = ['MONEY', 'DEPARTMENT_SELECT', 'DISPLAY_ONLY']
  for (const type of types) {
    await click('button', 'Add question')
    await fill('Search question types', typeLabel(type))
    const option = await until(typeLabel(type), () =>
      all('option').find((one) => one.querySelector('b')?.textContent === typeLabel(type)),
    )
    for (let tries = 0; !option.hasAttribute('data-combobox-selected') && tries < 15; tries++) await press('ArrowDown')
    await press('Enter')
    await until('it is closed', () => all('option').length === 0)
  }
  expect(picked).toEqual(types)
})

it('each type is offered once, and what a form can have once only can’t be taken again', async () => {
  const picked = await openWith(['REQUEST_TITLE'])
  await click('button', 'Add question')
  await until('the list', () => options().length > 0)
  expect(options().sort()).toEqual(QUESTION_TYPES.map(typeLabel).sort())
  await click('option', /^Request titleAlready in the form/)
  expect(picked).toEqual([])
})
