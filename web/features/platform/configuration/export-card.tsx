import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { exportAddress } from './api.ts'
import classes from './configuration.module.css'

/** The download, and what it has. */
export const ExportCard = () => (
  <section className={classes.section} aria-label="Export">
    <h2 className={classes.heading}>Export</h2>
    <p className={classes.text}>
      One file of YAML with your categories, forms, workflows, rule sets, approver matrices, vendor fields and settings,
      all by name. Keep it, compare it, or import it into another company.
    </p>
    <p className={classes.lead}>
      It has no passwords, keys or bank details, and no people but those that a step or a question names, by email
      address. Departments, groups and other units are called by name, and have to exist where you import the file.
      Category owners, fields of the accounting system, exchange rates and connections stay where they are.
    </p>
    <div>
      <Button
        component="a"
        href={exportAddress}
        download
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
      >
        Download configuration
      </Button>
    </div>
  </section>
)
