import { typeLabel } from '../../../../schema/requests/forms/form-rules.ts'
import type { CategoryTemplateShown } from '../../../../schema/requests/templates/endpoints.ts'
import classes from './templates.module.css'
import { whenText, whoText } from './words.ts'

/** What people will answer, and who will approve. */
export const Preview = ({ template }: { template: CategoryTemplateShown }) => (
  <div className={classes.parts}>
    <section className={classes.part} aria-labelledby="template-form">
      <h2 id="template-form">Questions</h2>
      {template.form.steps.map((step) => (
        <div key={step.id}>
          <h3>{step.label}</h3>
          <ol>
            {step.questions.map((question) => {
              const when = whenText(question, template)
              const notes = [
                typeLabel(question.type),
                question.isRequired && 'required',
                question.options.length > 0 && question.options.map(({ label }) => label).join(', '),
                when && `shown if ${when}`,
              ]
              return (
                <li key={question.id}>
                  {question.label}
                  <span className={classes.note}>{notes.filter(Boolean).join(' · ')}</span>
                </li>
              )
            })}
          </ol>
        </div>
      ))}
    </section>
    <section className={classes.part} aria-labelledby="template-workflow">
      <h2 id="template-workflow">Approvals</h2>
      {template.workflow.definition.levels.map((level) => (
        <div key={level.id}>
          <h3>{level.number === 1 ? 'First' : level.number === 2 ? 'Then' : 'Last'}</h3>
          <ul>
            {level.rules.map((rule) => {
              const limit = template.limits.find(({ ruleId }) => ruleId === rule.id)
              const when = whenText(rule, template, limit?.amount)
              return (
                <li key={rule.id}>
                  {rule.label}
                  {rule.type === 'TASK' && ' (task)'}
                  <span className={classes.note}>
                    {whoText(rule, template)}
                    {when ? `, if ${when}` : ', always'}
                  </span>
                </li>
              )
            })}
          </ul>
        </div>
      ))}
    </section>
  </div>
)
