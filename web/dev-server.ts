import type { Server } from 'node:http'
import path from 'node:path'
import { VOICE_IDS } from '@reveille/core/speech/voices'
import { createElement, type ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createLogger, createServer, type Plugin, type ViteDevServer } from 'vite'

/** Paths that the server answers; every other path is a page or part of one. */
const OF_SERVER = /^\/(?:api|callbacks|healthz|readyz)(?:[/?]|$)/

type Behind = {
  url: string
  /** Resolves when it answers again: false if it can't start until its code changes. */
  answers(): Promise<boolean>
}

/**
 * Serves the pages from their sources, with hot reload. Requests for the server are proxied, and wait while it
 * restarts. `door` is not listening yet.
 */
export async function servePagesFromSources(
  door: Server,
  { publicUrl, signUp }: { publicUrl: string; signUp: string },
  server: Behind,
): Promise<Pick<ViteDevServer, 'watcher' | 'close'>> {
  const log = createLogger('warn')
  const { error } = log
  let isClosing = false
  // Stopping interrupts the warm-up; its errors don't matter.
  log.error = (...said) => isClosing || error(...said)
  const vite = await createServer({
    configFile: path.join(import.meta.dirname, 'vite.config.ts'),
    customLogger: log,
    server: {
      middlewareMode: { server: door },
      ws: { server: door },
      cors: false,
      allowedHosts: [new URL(publicUrl).hostname],
      proxy: { [OF_SERVER.source]: { target: server.url, xfwd: true } },
      warmup: { clientFiles: ['src/main.tsx', 'src/pages/**/*.tsx'] },
    },
    plugins: [waitForServer(server.answers), beforePaint(), signUpMark(signUp), voicePortraits()],
  })
  door.on('request', vite.middlewares)
  return {
    watcher: vite.watcher,
    close() {
      isClosing = true
      return vite.close()
    },
  }
}

const waitForServer = (answers: () => Promise<boolean>): Plugin => ({
  name: 'wait-for-server',
  configureServer({ middlewares }) {
    middlewares.use((request, response, next) => {
      if (!OF_SERVER.test(request.url ?? '')) return next()
      answers().then((does) => {
        if (does) return next()
        response.writeHead(503, { 'content-type': 'application/json' })
        response.end(JSON.stringify({ message: 'The server has ended: its terminal says why.' }))
      }, next)
    })
  },
})

/** In place of the build's blocking script: a module, so the dark theme comes a moment late. */
const beforePaint = (): Plugin => ({
  name: 'before-paint',
  transformIndexHtml: () => [
    { tag: 'script', attrs: { type: 'module', src: '/src/before-paint.ts' }, injectTo: 'head' },
  ],
})

/** As the server marks the pages that it serves. */
const signUpMark = (signUp: string): Plugin => ({
  name: 'sign-up-mark',
  transformIndexHtml: (html) => (signUp === 'open' ? html : html.replace('<html', `<html data-sign-up="${signUp}"`)),
})

/** The files that the build generates with the pages. */
const voicePortraits = (): Plugin => ({
  name: 'voice-portraits',
  configureServer(vite) {
    vite.middlewares.use('/voices', (request, response, next) => {
      const voiceId = VOICE_IDS.find((id) => request.url === `/${id}.svg`)
      if (voiceId === undefined) return next()
      vite
        .ssrLoadModule('/src/audio/voice-portrait.tsx')
        .then(({ VoicePortrait }) => {
          response.setHeader('content-type', 'image/svg+xml')
          response.end(
            renderToStaticMarkup(createElement(VoicePortrait as ComponentType<{ voiceId: string }>, { voiceId })),
          )
        })
        .catch(next)
    })
  },
})
