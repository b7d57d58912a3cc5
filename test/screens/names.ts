/** A family of names. `readable` ones are harmless and are shown unchanged. */
interface NameFamily {
	readonly readable: boolean;
	readonly names: readonly string[];
}

/** Names that are hard to draw, by what is hard about them. */
export const nameFamilies: Readonly<Record<string, NameFamily>> = {
	ASCII: readable('plain.iso', 'x', 'a name with {every} [kind] of (bracket) & "quote" ~ `tick` \\ | <tag>'),
	Chinese: readable(
		'数据备份',
		'中文文件名：第一章（修订版）',
		'\u{20000}\u{2a6d6}\u{30000} 𠮷野家',
		'䷀䷁䷿',
	),
	Japanese: readable('日本語の名前', 'ﾊﾝｶｸｶﾅ', 'か\u3099き\u3099（分解）', 'ﾊﾞﾋﾟﾌﾟ', '㍻㍿㌔', '〜〰〽'),
	Korean: readable('한국어 이름', '\u1112\u1161\u11ab\u1100\u1173\u11af', '\uffa1\uffc2\uffa4'),
	Thai: readable('ภาษาไทยทดสอบที่นี่', 'ผู้ใหญ่หาผ้าใหม่ให้สะใภ้'),
	Lao: readable('ພາສາລາວ ຊື່ໄຟລ໌'),
	Hindi: readable('हिन्दी फ़ाइल का नाम', 'क्षत्रिय', 'र्कार्त्स्न्य', 'कि कि की कू'),
	Tamil: readable('தமிழ் கோப்பு பெயர்', 'கொ கௌ ஸ்ரீ'),
	Bengali: readable('বাংলা ফাইলের নাম', 'ক্ষ্ম্য'),
	'other scripts of India': readable('മലയാളം', 'తెలుగు', 'ಕನ್ನಡ', 'සිංහල', 'ગુજરાતી', 'ਪੰਜਾਬੀ', 'ଓଡ଼ିଆ'),
	'Khmer, Burmese, Tibetan': readable('ឯកសារភាសាខ្មែរ', 'မြန်မာဘာသာ', 'བོད་ཡིག་གི་མིང་'),
	Arabic: readable('ملف باللغة العربية', 'بِسْمِ ٱللَّٰهِ', 'فارسی نام', 'ﷺ ﷽'),
	Hebrew: readable('קובץ בעברית', 'בְּרֵאשִׁית', 'mixed עברית and English 123'),
	'Vietnamese, taken apart': readable('Tiếng Việt'.normalize('NFD'), 'Đường dẫn tệp Ngữ'.normalize('NFD')),
	'Latin, Greek, Cyrillic': readable('Übergrößenträger', 'Ελληνικά ὀνόματα', 'Русское имя', 'ŁÓDŹ ſẞ ŉ'),
	'half and full width': readable('ＦＵＬＬ　ＷＩＤＴＨ．ｉｓｏ', 'ｱｲｳｴｵ｡｢｣', '￠￡￥￦', '｟｠'),
	'of ambiguous width': readable('±×÷§¶°′″', '①②③ⅣⅤⅥ', '→←↑↓⇒⇔', '■□▲△◆○●◎★☆', 'αβγ АБВ', '─│┌┐└┘', '¡¿®™½'),
	symbols: readable('☎☏✂✈✉✏', '♠♣♥♦♪♫', '⌚⌛⏩⏰⏳', '☀☁☂☃', '✓✔✗✘', '⚡⚽⛄⛔', '𝕳𝖊𝖑𝖑𝖔 𝒲𝑜𝓇𝓁𝒹', '🂡🀄🃏'),
	emoji: readable('👍 fine', '🎬🍿 movie night', '🫠🫡🪿🫨', '🧑🏽 👋🏿 ✊🏻'),
	'families of emoji': readable('👨‍👩‍👧‍👦', '👩‍👩‍👧 x', '🧑🏻‍❤️‍💋‍🧑🏿', '👩🏽‍💻👨‍🚀', '🏳️‍🌈 🏴‍☠️', '🐻‍❄️🐦‍🔥'),
	flags: readable('🇩🇪🇫🇷🇯🇵', '🇩🇪', 'odd 🇩🇪🇫 end'),
	keycaps: readable('1️⃣2️⃣#️⃣*️⃣', '0️⃣ zero'),
	'forms of emoji': {
		readable: false,
		names: [
			'❤️ red',
			'❤\ufe0e text',
			'☺️☺\ufe0e',
			'↔️ ↔\ufe0e',
			'⚠️⚠',
			'1\ufe0f 2\ufe0e',
			'👍\ufe0f\ufe0f\ufe0e',
			'©️®️™️',
		],
	},
	'broken emoji': {
		readable: false,
		names: [
			'👨\u200d',
			'\u200d👩 first',
			'👨\u200d\u200d👩',
			'🏽 alone',
			'x🏽🏽🏽',
			'🇩 half a flag',
			'🇩\u200d🇪',
			'👩\u200dx\u200d1',
			'👨‍👩‍👧‍👦\u200d👨\u200d👩\u200d👧\u200d👦\u200d👨\u200d👩',
			'\u20e3 keycap alone',
			'1\u20e3 12\u20e3',
			'漢\ufe0f\u20e3',
			'🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f} England',
		],
	},
	'piles of marks': {
		readable: false,
		names: [
			`Z${pile(40)}a${pile(40)}l${pile(40)}g${pile(40)}o`,
			`e${pile(2000)}`,
			`${pile(30)} first`,
			'\u0301 a mark first',
			'a\u20dd b\u20de c\u20e0',
			'漢\u0301字\u0323',
			'\u0488\u0489х\u0488',
			' \u0301 \u0302 ',
			'…\u0301',
		],
	},
	'control characters': {
		readable: false,
		names: [
			'\u0000\u0001\u0002',
			'bell\u0007',
			'back\b\b\b\bspace',
			'del\u007fete',
			'C1\u0084\u0085\u008d\u0090\u009b',
			'\u000e\u000f\u0018\u001a',
		],
	},
	'line breaks and tabs': {
		readable: false,
		names: [
			'two\nlines',
			'carriage\rreturn',
			'both\r\nof them',
			'a\ttab\tand\tanother',
			'\v\f',
			'a\u2028b\u2029c',
			'\n',
			'\t',
		],
	},
	'escape sequences': {
		readable: false,
		names: [
			'\u001b[31mred\u001b[0m',
			'\u001b[2J\u001b[H gone',
			'\u001b[99;99Hfar',
			'\u001b[10Cright',
			'\u001b]0;title\u0007',
			'\u001b]8;;http://x\u001b\\link\u001b]8;;\u001b\\',
			'\u001bP1;2q\u001b\\sixel',
			'\u001b[?1049l\u001b[?25h',
			'\u009b31mC1\u009c',
			'\u001b',
			'\u001b[',
			'\u001b]unfinished',
			'\u001b(0lqk',
			'\u001bc reset',
			'\u001b[5;5r region',
		],
	},
	'turned around': {
		readable: false,
		names: [
			'\u202egpj.exe',
			'a\u202dB\u202cC',
			'\u2066iso\u2069lated',
			'\u2067\u2068\u2069',
			'\u200emark\u200f',
			'\u061cعربي',
			'\u202b\u202b\u202bdeep',
		],
	},
	invisible: {
		readable: false,
		names: [
			'zero\u200bwidth',
			'non\u200cjoiner',
			'join\u200der',
			'\ufeffmark',
			'end\ufeff',
			'soft\u00adhyphen\u00ad',
			'\u2060word\u2060joiner',
			'\u180e\u034f',
			'\u3164filler\u115f\u1160',
			'\uffa0half filler',
			'tag\u{e0041}\u{e0042}\u{e007f}',
			'\u{e0100}selector\u{e01ef}',
			'\u200b',
			'\u2800braille blank\u2800',
			'\u206a\u206f old',
		],
	},
	'halves of pairs': {
		readable: false,
		names: ['\ud83d', '\ude00', 'a\ud83db', '\ude00\ud83d', 'x\udbff', '\udc68\u200d\ud83d', '👍\ud83d'],
	},
	'private, unassigned, none': {
		readable: false,
		names: [
			'\ue000\uf8ff',
			'\u{f0000}\u{10fffd}',
			'\ufdd0\ufdef',
			'\ufffe\uffff',
			'\u{10ffff}',
			'\u0378\u0530',
			'\ufffc\ufffd',
			'\ufff9a\ufffab\ufffb',
			'\ue0b0 powerline \ue0b2',
		],
	},
	'Unicode joins them': {
		readable: false,
		names: [
			'\u0600١٢',
			'\u06dd\u070f',
			'\u0d4e\u0d15',
			'\u{110bd}x',
			'\u{11a3a}a',
			'\u0e33 \u0eb3',
			'กำ ນຳ',
			'\u0903\u093e',
			'\u1100\u1100\u1161\u1161\u11a8\u11a8',
			'\ua960\ud7b0\ud7cb',
		],
	},
	blanks: {
		readable: false,
		names: [
			'',
			' ',
			'          ',
			'\u00a0\u2003\u3000',
			'\u3000',
			'a\u3000b',
			'\u1680ogham\u1680',
			'   indented',
			'trailing   ',
		],
	},
	'very long': {
		readable: false,
		names: [
			'x'.repeat(5000),
			'漢'.repeat(3000),
			'👨‍👩‍👧‍👦'.repeat(300),
			'e\u0301'.repeat(3000),
			'é漢👍'.repeat(900),
			'\u200b'.repeat(20_000),
			'\u001b[31m'.repeat(2000),
			`${'a'.repeat(38)}漢${'b'.repeat(120)}字${'c'.repeat(90)}`,
		],
	},
};

/** All names, each once. */
export const names: readonly string[] = [
	...new Set(Object.values(nameFamilies).flatMap((family) => family.names)),
];

function readable(...names: string[]): NameFamily {
	return { readable: true, names };
}

function pile(height: number): string {
	return '\u0301\u0323\u0308\u0337'.repeat(Math.ceil(height / 4));
}
