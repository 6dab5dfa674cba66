import { useState } from 'react'
import type { Answers, FormDefinition } from '../../../../../schema/requests/forms/form.ts'
import { FormPreview } from './form-preview.tsx'
import classes from './preview.module.css'

/** The form of a built-in category, to view and try but not to change. */
export const ReadOnlyForm = ({ form }: { form: FormDefinition }) => {
  const [answers, setAnswers] = useState<Answers>({})
  return (
    <div className={classes.readOnly}>
      <p className={classes.note}>This is a built-in category. Its form can’t be changed.</p>
      <FormPreview form={form} stepId={null} answers={answers} onAnswers={setAnswers} />
    </div>
  )
}
