import { useState } from 'react'
import { PageHeader } from '../../../ui/page-header.tsx'
import classes from './rule-sets.module.css'
import { useRuleSubject } from './rule-subject.ts'
import { EMPTY_SAMPLE } from './sample.ts'
import { Trial } from './trial.tsx'

/** Trying all rule sets with something made up. */
export const SimulatePage = () => {
  const { listHref, words } = useRuleSubject()
  const [sample, setSample] = useState(EMPTY_SAMPLE)
  return (
    <>
      <PageHeader
        title={words.simulateTitle}
        breadcrumbs={[{ label: words.title, href: listHref }]}
        subtitle={words.simulateHint}
      />
      <Trial sample={sample} onSample={setSample} className={classes.columns} />
    </>
  )
}
