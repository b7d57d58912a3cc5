/** Sets of keys to choose from. 'default' has the declared keys. */
export const presetNames = ['default', 'vim', 'emacs', 'rtorrent'] as const;
export type PresetName = (typeof presetNames)[number];
