import { useState } from 'react'
import { PageHeader } from '../../../ui/page-header.tsx'
import { RULE_SETS_HREF } from './api.ts'
import classes from './rule-sets.module.css'
import { EMPTY_SAMPLE } from './sample.ts'
import { Trial } from './trial.tsx'

/** Settings › Spend requests › Spend rules › Simulate. */
export const SimulatePage = () => {
  const [sample, setSample] = useState(EMPTY_SAMPLE)
  return (
    <>
      <PageHeader
        title="Simulate spend rules"
        breadcrumbs={[{ label: 'Spend rules', href: RULE_SETS_HREF }]}
        subtitle="Fill in a spend request to see who would approve it. Nothing is submitted and no one is notified."
      />
      <Trial sample={sample} onSample={setSample} className={classes.columns} />
    </>
  )
}
