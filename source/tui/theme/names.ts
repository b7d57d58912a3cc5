/** Themes by name. It imports one module without imports, so that help and completion load quickly. */
export { type ThemeName, themeNames } from '../../state/view/theme-names.ts';
