import { describe, expect, it } from 'vitest'
import { workflowDefinition } from '../../../../schema/approvals/workflows/definition.ts'
import { formDefinition } from '../../../../schema/requests/forms/form.ts'
import { checkForm } from '../../../../schema/requests/forms/form-rules.ts'
import { CATEGORY_TEMPLATES } from '../../../../schema/requests/templates/catalog/index.ts'
import { limitIn, roundLimit } from '../../../../schema/requests/templates/limits.ts'
import { TEMPLATE_KEYS } from '../../../../schema/requests/templates/template.ts'
import { checkWorkflow } from '../../../../schema/requests/workflows/definition-rules.ts'

describe('templates of categories', () => {
  it('there are six, each with its own key and name', () => {
    expect(CATEGORY_TEMPLATES.map(({ key }) => key)).toEqual([...TEMPLATE_KEYS])
    expect(new Set(CATEGORY_TEMPLATES.map(({ name }) => name)).size).toBe(6)
  })

  it.each(CATEGORY_TEMPLATES)(
    'the form and workflow of $name are sound by the rules of a company’s own',
    (template) => {
      const { form, workflow, roles, limits } = template
      expect(formDefinition.parse(form)).toEqual(form)
      expect(workflowDefinition.parse(workflow.definition)).toEqual(workflow.definition)
      expect(checkForm(form)).toEqual([])
      // Steps that ask a role name no one yet.
      const asked = structuredClone(workflow.definition)
      for (const rule of asked.levels.flatMap((level) => level.rules))
        if (roles[rule.id]) rule.approverUserIds = ['someone']
      expect(checkWorkflow(asked, form)).toEqual([])
      expect(checkWorkflow(workflow.definition, form).length).toBe(Object.keys(roles).length)
      const types = form.steps.flatMap((step) => step.questions).map(({ type }) => type)
      for (const type of ['REQUEST_TITLE', 'REQUEST_AMOUNT', 'DEPARTMENT_SELECT']) {
        expect(types.filter((each) => each === type)).toHaveLength(1)
      }
      expect(workflow.definition.levels.length).toBeGreaterThanOrEqual(2)
      expect(limits.length).toBeGreaterThanOrEqual(1)
      const questions = form.steps.flatMap((step) => step.questions)
      expect(questions.some(({ isRequired }) => isRequired)).toBe(true)
      expect(questions.some((each) => each.conditionBooleans.length + each.conditionAnyOfs.length > 0)).toBe(true)
    },
  )
})

describe('limits in other currencies', () => {
  it('limits of templates are round numbers near the converted amount', () => {
    expect([4_630, 740_000, 1_200, 9_400, 3.1].map(roundLimit)).toEqual([5_000, 750_000, 1_000, 10_000, 2.5])
    const rate = {
      base: 'USD' as const,
      quote: 'EUR' as const,
      rate: '0.92',
      date: '2026-11-27',
      source: 'PROVIDER' as const,
    }
    const euros = { currency: 'EUR' as const, allowsOthers: false, rates: [rate] }
    expect(limitIn(5_000, euros)).toEqual({ value: 500_000, currency: 'EUR' })
  })

  it('limits have no decimals where the currency has none, and need no rate', () => {
    expect(limitIn(5_000, { currency: 'JPY', allowsOthers: false, rates: [] })).toEqual({
      value: 750_000,
      currency: 'JPY',
    })
    expect(limitIn(5_000, { currency: 'USD', allowsOthers: false, rates: [] })).toEqual({
      value: 500_000,
      currency: 'USD',
    })
  })
})
