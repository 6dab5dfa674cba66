// Runs in the browser, put into page.html by page.ts: writes a mail to a company's address.
const writer = document.getElementById('writer')
const writerForm = document.getElementById('writer-form')
const outcome = document.getElementById('outcome')

const contentOf = (file) =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '')
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })

async function write(values = {}) {
  outcome.textContent = ''
  for (const [name, value] of Object.entries(values)) writerForm.elements[name].value = value
  writer.showModal()
  if (values.text) {
    writerForm.elements.text.focus()
    writerForm.elements.text.setSelectionRange(0, 0)
    writerForm.elements.text.scrollTop = 0
  }
  const options = document.getElementById('addresses')
  const { addresses } = await (await fetch('/api/addresses')).json()
  options.replaceChildren(
    ...addresses.map(({ name, address }) =>
      Object.assign(document.createElement('option'), { value: address, label: name }),
    ),
  )
  writerForm.elements.to.value ||= addresses[0]?.address ?? ''
}

document.getElementById('write').addEventListener('click', () => write())
addEventListener('write', ({ detail }) => write(detail))

document.getElementById('writer-close').addEventListener('click', () => writer.close())

writerForm.addEventListener('submit', async (event) => {
  event.preventDefault()
  const { from, to, subject, text, authentication, files } = writerForm.elements
  const button = document.getElementById('send')
  button.disabled = true
  outcome.dataset.tone = ''
  outcome.textContent = 'Sending…'
  try {
    const attachments = await Promise.all(
      [...files.files].map(async (file) => ({
        ...{ filename: file.name, contentType: file.type, content: await contentOf(file) },
      })),
    )
    const values = { from: from.value, to: to.value, subject: subject.value, text: text.value }
    const answer = await fetch('/api/inbound', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...values, authentication: authentication.value, attachments }),
    })
    const { accepted, reason, message } = await answer.json()
    outcome.dataset.tone = accepted ? 'good' : 'bad'
    outcome.textContent = accepted
      ? `Delivered to ${to.value}.`
      : answer.status === 503
        ? 'Not accepted right now: a mail server would retry later.'
        : `Rejected: ${reason ?? message}`
    if (accepted) {
      subject.value = ''
      text.value = ''
      files.value = ''
    }
  } catch {
    outcome.dataset.tone = 'bad'
    outcome.textContent = 'Outlay doesn’t answer. Start it again.'
  } finally {
    button.disabled = false
  }
})
