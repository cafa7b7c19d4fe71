import js from "@eslint/js";
import globals from "globals";

// What people read comes from the catalogue (server/web/texts), so that it can be translated.
const readable = "^(alt|aria-label|aria-description|label|placeholder|title)$";
const words = "/\\p{L}\\p{L}/u";
const literal = "say it in server/web/texts/en/browser.json and show it by t()";
const wordsOutsideTheCatalogue = [
  { selector: `JSXText[value=${words}]`, message: literal },
  { selector: `JSXAttribute[name.name=/${readable}/] > Literal[value=${words}]`, message: literal },
  { selector: `JSXAttribute[name.name=/${readable}/] TemplateElement[value.raw=${words}]`, message: literal },
  { selector: `JSXExpressionContainer > Literal[value=${words}]`, message: literal },
  { selector: `CallExpression[callee.name=/^(say|tell)$/] > Literal:first-child`, message: literal },
  { selector: `CallExpression[callee.property.name="tell"] > Literal:first-child[value=/ /]`, message: literal },
  // A sentence: a capital letter, and a space between words.
  { selector: "Literal[value=/^\\p{Lu}.*\\p{L} \\p{L}/u]", message: literal },
  { selector: "TemplateElement[value.raw=/\\p{L}{2} \\p{L}{2}/u]", message: literal },
];

export default [
  { ignores: ["**/built/", "build/", ".venv/", "docs/", "src/tertium/report/"] },
  js.configs.recommended,
  {
    files: ["src/tertium/server/**/*.{js,jsx}"],
    languageOptions: { ecmaVersion: 2025, parserOptions: { ecmaFeatures: { jsx: true } }, globals: globals.browser },
    rules: {
      "no-unused-vars": ["error", { varsIgnorePattern: "^[A-Z]" }], // components: eslint does not see JSX as a use
      eqeqeq: "error",
      "no-var": "error",
      "prefer-const": "error",
      "max-len": ["error", { code: 120, ignoreUrls: true }],
      "max-lines": ["error", 400],
      "no-restricted-syntax": ["error", ...wordsOutsideTheCatalogue],
    },
  },
  { files: ["tests/server/js/*.js", "eslint.config.js"], languageOptions: { globals: globals.node } },
];
