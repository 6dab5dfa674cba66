import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { Problem, report } from '../host/problem.ts'
import { sayOnTerminal } from '../told-steps.ts'
import { openBucket } from './production/bucket.ts'
import { copyFiles } from './production/copy-files.ts'
import { openFileFolder } from './production/file-folder.ts'

const USAGE = `Copy the files that people uploaded from R2, and verify the copy

  bun run copy-files --to-bucket NAME | --to DIR [options]

  --from NAME       the bucket (default outlay-documents)
  --to-bucket NAME  the copy, in the same account
  --to DIR          the copy, in a folder
  --verify          copy nothing; only say whether every file is in the copy, byte for byte
  --help            this text

CLOUDFLARE_ACCOUNT_ID, R2_ACCESS_KEY_ID and R2_SECRET_ACCESS_KEY say where (R2 › Manage API tokens, with Object Read & Write
for both buckets). It only adds: what was deleted stays in the copy. It exits with 1 if a file is missing or different.`

const MOST_FAULTS = 20

const needed = (name: string): string => {
  const value = process.env[name]
  if (!value) throw new Problem(`Set ${name}.`)
  return value
}

const main = async (): Promise<void> => {
  const { values } = parseArgs({
    options: {
      from: { type: 'string', default: 'outlay-documents' },
      'to-bucket': { type: 'string' },
      to: { type: 'string' },
      verify: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return console.log(USAGE)
  const bucket = values['to-bucket']
  if ((bucket === undefined) === (values.to === undefined))
    throw new Problem('Say where to: --to-bucket NAME or --to DIR.')
  if (bucket === values.from) throw new Problem('The copy must be another bucket.')
  const place = {
    account: needed('CLOUDFLARE_ACCOUNT_ID'),
    accessKeyId: needed('R2_ACCESS_KEY_ID'),
    secretAccessKey: needed('R2_SECRET_ACCESS_KEY'),
    fetch,
  }
  const to = bucket === undefined ? openFileFolder(resolve(values.to ?? '')) : openBucket({ ...place, bucket })
  const from = openBucket({ ...place, bucket: values.from })
  const { files, bytes, copied, faults } = await copyFiles(from, to, values.verify, sayOnTerminal)
  console.log(`${files} files, ${(bytes / 1e6).toFixed(1)} MB; ${copied} copied.`)
  if (faults.length === 0) return console.log('Every file is in the copy.')
  for (const fault of faults.slice(0, MOST_FAULTS)) console.error(fault)
  throw new Problem(`${faults.length} files are not in the copy as they are.`)
}

await main().catch((error: unknown) => {
  report(error)
  process.exitCode = 1
})
