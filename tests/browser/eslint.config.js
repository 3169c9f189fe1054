import js from "@eslint/js";
import globals from "globals";

export default [
  js.configs.recommended,
  {
    languageOptions: { ecmaVersion: 2024, sourceType: "script", globals: globals.browser },
    // Some addresses cannot be changed, and some pages have no clipboard.
    rules: { "no-empty": ["error", { allowEmptyCatch: true }] },
  },
];
