import type { ReactNode } from 'react'
import { type Fields, textOf } from '../../schema/shared/record.ts'
import classes from './details.module.css'
import { Explained } from './explained.tsx'

/** The page of one object: its details in two columns, then sections with headings. */
export const Columns = ({ children }: { children: ReactNode }) => <div className={classes.columns}>{children}</div>

interface SectionProps {
  /** Id of the heading that names the section. */
  id: string
  title: ReactNode
  /** To the right of the heading: a button or badge. */
  aside?: ReactNode
  /** Nothing is above it but the page's header. */
  first?: boolean
  /** A tab of the page says it too. Paper has all tabs, so it is there once. */
  inTab?: boolean
  children: ReactNode
}

export const Section = ({ id, title, aside, first = false, inTab = false, children }: SectionProps) => (
  <section
    aria-labelledby={id}
    className={classes.section}
    data-first={first || undefined}
    data-no-print={inTab || undefined}
  >
    <h2 id={id} className={classes.heading}>
      {title}
      {aside && <span className={classes.aside}>{aside}</span>}
    </h2>
    {children}
  </section>
)

/** @param narrow beside something wide */
export const Facts = ({ narrow = false, children }: { narrow?: boolean; children: ReactNode }) => (
  <dl className={classes.facts} data-narrow={narrow || undefined}>
    {children}
  </dl>
)

/** A dash means unknown. */
export const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <dt>
      <Explained label={label} />
    </dt>
    <dd>{children || <span aria-hidden>–</span>}</dd>
  </>
)

/** The fields of a record that are shown as they are. */
export const FieldFacts = ({ fields, of }: { fields: Fields; of: object }) =>
  Object.entries(fields).map(
    ([key, field]) =>
      field.isFact && (
        <Fact key={key} label={field.label}>
          {textOf(field, of[key as keyof typeof of])}
        </Fact>
      ),
  )
