import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";

export default ts.config(
  { ignores: ["node_modules", "dist"] },
  js.configs.recommended,
  ...ts.configs.strict,
  ...svelte.configs["flat/recommended"],
  { languageOptions: { globals: { ...globals.browser } } },
  { files: ["**/*.svelte", "**/*.svelte.ts"], languageOptions: { parserOptions: { parser: ts.parser } } },
  {
    rules: {
      // Fragments inserted as HTML are drawn by our own server from our own data, or cleaned by DOMPurify.
      "svelte/no-at-html-tags": "off",
      // Sets and maps here are derived values, made anew and never changed.
      "svelte/prefer-svelte-reactivity": "off",
      // Routes live in the hash; there is no SvelteKit router to resolve against.
      "svelte/no-navigation-without-resolve": "off",
    },
  },
);
