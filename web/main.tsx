import './lib/csp.ts'
import './lib/plain-words.ts'
import '@fontsource-variable/inter/wght.css'
import 'virtual:component-styles'
import './styles.css'
import './ui/forced-colors.css'
import './ui/print/print.css'
import './registrations.ts'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'

const root = document.getElementById('root')
if (root) createRoot(root).render(<App />)
