/** Names that are hard to draw, one of each kind. */
export const hardNames = {
	Chinese: '中文文件名：第一章（修订版）',
	Arabic: 'ملف باللغة العربية',
	Hindi: 'हिन्दी फ़ाइल का नाम',
	emoji: '👨‍👩‍👧‍👦 holiday 🇩🇪 👍🏽',
	hostile: 'evil \u001b[31mred\u001b[2J\u0007\r\n\u202egpj.exe',
} as const;

/** All kinds in one name, short enough for a line of 60 cells. */
export const mixedName = '中\u202e文 مرحبا हिन्दी 👩‍👩‍👧 evil\u001b[2J.exe';

/**
 * Patterns that find a name of each kind on a screen. For a hostile name, the replacement of its control
 * characters.
 */
export const signsOf: Readonly<Record<keyof typeof hardNames, RegExp>> = {
	Chinese: /\p{Script=Han}/u,
	Arabic: /\p{Script=Arabic}/u,
	Hindi: /\p{Script=Devanagari}/u,
	emoji: /\p{Extended_Pictographic}\ufe0f?\u200d\p{Extended_Pictographic}/u,
	hostile: /\ufffd/u,
};
