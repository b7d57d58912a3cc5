export type { ColourReply, Rgb } from './colour-reply.ts';
export { InputDecoder } from './decoder.ts';
export type {
	FocusEvent,
	InputEvent,
	KeyEvent,
	KeyName,
	MouseButton,
	MouseEvent,
	PasteEvent,
	TerminalReply,
} from './events.ts';
