import { Button } from '@mantine/core'
import type { ReadField } from '../../../../schema/documents/reading/labels/meanings.ts'
import type { Lesson } from '../../../../schema/money/invoice-reading/lessons.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { billHref } from './address.ts'
import own from './bills.module.css'
import { useForget } from './lessons-api.ts'

const FIELDS: Record<ReadField, string> = {
  invoiceNumber: 'Invoice number',
  invoiceDate: 'Invoice date',
  dueDate: 'Due date',
  totalAmount: 'Total',
}

export const lessonText = ({ kind, field, value }: Pick<Lesson, 'kind' | 'field' | 'value'>): string => {
  if (kind === 'LABEL') return `${field ? FIELDS[field] : 'Value'} stands after “${value}”`
  if (kind === 'DATE_ORDER') return value === 'DMY' ? 'Dates have the day first' : 'Dates have the month first'
  if (kind === 'TAX_ID') return `Tax ID ${value}`
  return kind === 'SENDER' ? `Sent by ${value}` : `Also called “${value}”`
}

/** What earlier bills of the vendor taught, each with its bill, until someone forgets it. */
export const LessonList = ({ lessons }: { lessons: readonly Lesson[] }) => {
  const forget = useForget()
  if (lessons.length === 0) return null
  return (
    <details className={own.foundLines}>
      <summary>Learned from this vendor’s bills: {lessons.length}</summary>
      <ul>
        {lessons.map((lesson) => (
          <li key={lesson.id}>
            <span>
              {lessonText(lesson)}
              {lesson.bill && (
                <span className={own.dim}>
                  {' '}
                  from{' '}
                  <AppLink className="ol-link" href={billHref(lesson.bill.id)}>
                    {lesson.bill.invoiceNumber}
                  </AppLink>
                </span>
              )}
            </span>
            <Button
              variant="subtle"
              color="red"
              size="compact-xs"
              aria-label={`Forget: ${lessonText(lesson)}`}
              disabled={forget.isPending}
              onClick={() => forget.send(lesson)}
            >
              Forget
            </Button>
          </li>
        ))}
      </ul>
    </details>
  )
}
