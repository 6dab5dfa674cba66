import { questionsRead } from '../../shared/conditions.ts'
import { explainConversion, inCompanyCurrency, isConverted } from '../../shared/exchange.ts'
import { formatMoney, money } from '../../shared/money.ts'
import type { Answers, FormDefinition } from './form.ts'
import { allQuestions } from './visibility.ts'

/**
 * The converted values of amounts that conditions ask about: "Yearly value is $1,000.35: £741.00 at 1.35 on Nov 20,
 * 2026, European Central Bank".
 */
export const conversionsOf = (form: FormDefinition, answers: Answers): string[] => {
  const questions = allQuestions(form)
  const converted = questions.flatMap(({ id, label }) => {
    const amount = money.safeParse(answers[id])
    const worth = amount.success ? inCompanyCurrency(amount.data, form.exchange) : null
    return isConverted(worth) ? [{ id, text: `${label} is ${formatMoney(worth)}: ${explainConversion(worth)}` }] : []
  })
  if (converted.length === 0) return []
  const asked = new Set(questions.flatMap(questionsRead))
  return converted.filter(({ id }) => asked.has(id)).map(({ text }) => text)
}
