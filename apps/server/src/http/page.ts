import { escapeHtml } from '#/platform/process/html.ts'

/** Renders a plain page without scripts for operators and developers. */
export function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title><style>
body{margin:0 auto;padding:24px;max-width:960px;background:#0b0a1a;color:#f6f4ff;font:16px/1.5 system-ui,sans-serif}
h1,h2{font-weight:650;letter-spacing:-.018em}a{color:#c9b6ff}code{font-size:.875em}
table{width:100%;border-collapse:collapse;font-size:.875rem}th,td{padding:8px 12px 8px 0;text-align:left;vertical-align:top;border-bottom:1px solid #ffffff17;overflow-wrap:anywhere}th{color:#9a95b8;font-weight:500}
article{padding:16px;margin:12px 0;border:1px solid #ffffff17;border-radius:20px;background:#ffffff0e}article p{margin:4px 0;white-space:pre-wrap}.soft{color:#c0bbd8}.code{font-size:1.75rem;font-weight:650;font-variant-numeric:tabular-nums;letter-spacing:.08em}summary{padding:8px 0;cursor:pointer;color:#c9b6ff}iframe{display:block;width:100%;height:640px;border:0;border-radius:14px}
</style></head><body>${body}</body></html>`
}
