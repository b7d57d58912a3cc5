const ZERO = 0x30;

/** Returns digits without the zeros at their end, in linear time. `/0+$/` takes quadratic time. */
export function withoutFinalZeros(digits: string): string {
	let end = digits.length;
	while (digits.charCodeAt(end - 1) === ZERO) end--;
	return digits.slice(0, end);
}
