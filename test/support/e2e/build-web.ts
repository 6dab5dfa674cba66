import { spawnSync } from 'node:child_process'
import { isWebBuilt, rememberWebBuilt, webFingerprint } from '../../../worker/local/host/freshness.ts'
import { paths } from '../../../worker/local/host/paths.ts'

/** Browser tests use the production build of the app, with its budget checked. */
export default function setup(): void {
  const fingerprint = webFingerprint()
  if (isWebBuilt(fingerprint)) return
  const env = { ...process.env, NODE_ENV: 'production' }
  const { status, stdout, stderr } = spawnSync('bun', ['run', 'build:web'], { cwd: paths.root, env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`The web app does not build:\n${stdout}\n${stderr}`)
  rememberWebBuilt(fingerprint)
}
