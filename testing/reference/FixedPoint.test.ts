// Tests the reference functions: known digits, and two precisions that must agree.
import { expect, test } from "vitest";
import { FINE, WIDE } from "./Accuracy.js";
import { decompose } from "./FixedPoint.js";

const digits = (value: bigint, bits: number) => ((value * 10n ** 40n) >> BigInt(bits)).toString();

test("constants to 40 digits", () => {
  expect(digits(FINE.pi, FINE.bits)).toBe("31415926535897932384626433832795028841971");
  expect(digits(FINE.ln2, FINE.bits)).toBe("6931471805599453094172321214581765680755");
  expect(digits(FINE.exp(FINE.one), FINE.bits)).toBe("27182818284590452353602874713526624977572");
  expect(digits(FINE.sin(FINE.one), FINE.bits)).toBe("8414709848078965066525023216302989996225");
  expect(digits(FINE.log(10n * FINE.one), FINE.bits)).toBe("23025850929940456840179914546843642076011");
  expect(digits(FINE.atan2(FINE.one, FINE.one), FINE.bits)).toBe("7853981633974483096156608458198757210492");
});

test("400 and 1400 bits agree to 2^-370", () => {
  for (const x of [0.001, 0.3, 0.9999, 1.7, 42.5, 1234.567]) {
    for (const name of ["sin", "cos", "tan", "exp", "log"] as const) {
      const fine = FINE[name](FINE.from(x));
      const wide = WIDE[name](WIDE.from(x)) >> 1000n;
      const scale = wide < 0n ? -wide : wide;
      const difference = fine > wide ? fine - wide : wide - fine;
      expect(difference <= (1n << 30n) + (scale >> 370n), `${name}(${x})`).toBe(true);
    }
  }
});

test("ulps are counted in units in the last place of the value", () => {
  expect(FINE.ulpsBetween(1, FINE.one)).toBe(0);
  expect(FINE.ulpsBetween(1 + Number.EPSILON, FINE.one)).toBe(1);
  expect(FINE.ulpsBetween(Math.PI, FINE.pi)).toBeCloseTo(0.2758, 3);
  expect(decompose(-1.5)).toEqual({ mantissa: -6755399441055744n, exponent: -52 });
  expect(decompose(Number.MIN_VALUE)).toEqual({ mantissa: 1n, exponent: -1074 });
});
