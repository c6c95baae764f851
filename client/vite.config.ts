import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

/** The table is served by the Python package: the build goes straight into it. */
export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../src/grognard/server/static",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: {
      "/api": "http://127.0.0.1:8000",
      "/art": "http://127.0.0.1:8000",
      "/ws": { target: "ws://127.0.0.1:8000", ws: true },
    },
  },
  test: { include: ["tests/**/*.test.ts"] },
});
