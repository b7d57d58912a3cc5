/** The themes by name. Loads nothing, so that help and completion can list them. */
export const themeNames = ['dark', 'light', 'high-contrast', '16', 'none'] as const;

export type ThemeName = (typeof themeNames)[number];
