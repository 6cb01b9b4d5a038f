// A font of strokes, so that captions need no font file and are sharp at any size: Hershey's simplex roman, the characters of ASCII.
//
// The Hershey Fonts were originally created by Dr. A. V. Hershey while working at the U. S. National Bureau of Standards. The
// format of the font data in this distribution was originally created by James Hurt, Cognition, Inc. (mit-eddie!ci-dandelion!hurt).
//
// A glyph is a text of pairs of characters; a character is a number, its code minus that of R. The first pair is the left and the
// right border, each further pair is a point x y (y down), " R" lifts the pen. Capitals are 21 high: from -12 to the base line, 9.

/** From the space on, in the order of ASCII. */
const GLYPHS: readonly string[] = [
  "JZ",
  "MWRFRT RRYQZR[SZRY",
  "JZNFNM RVFVM",
  "H]SBLb RYBRb RLOZO RKUYU",
  "H\\PBP_ RTBT_ RYIWGTFPFMGKIKKLMMNOOUQWRXSYUYXWZT[P[MZKX",
  "F^[FI[ RNFPHPJOLMMKMIKIIJGLFNFPGSHVHYG[F RWTUUTWTYV[X[ZZ[X[VYTWT",
  "E_\\O\\N[MZMYNXPVUTXRZP[L[JZIYHWHUISJRQNRMSKSIRGPFNGMIMKNNPQUXWZY[[[\\Z\\Y",
  "MWRHQGRFSGSIRKQL",
  "KYVBTDRGPKOPOTPYR]T`Vb",
  "KYNBPDRGTKUPUTTYR]P`Nb",
  "JZRLRX RMOWU RWOMU",
  "E_RIR[ RIR[R",
  "NVSWRXQWRVSWSYQ[",
  "E_IR[R",
  "NVRVQWRXSWRV",
  "G][BIb",
  "H\\QFNGLJKOKRLWNZQ[S[VZXWYRYOXJVGSFQF",
  "H\\NJPISFS[",
  "H\\LKLJMHNGPFTFVGWHXJXLWNUQK[Y[",
  "H\\MFXFRNUNWOXPYSYUXXVZS[P[MZLYKW",
  "H\\UFKTZT RUFU[",
  "H\\WFMFLOMNPMSMVNXPYSYUXXVZS[P[MZLYKW",
  "H\\XIWGTFRFOGMJLOLTMXOZR[S[VZXXYUYTXQVOSNRNOOMQLT",
  "H\\YFO[ RKFYF",
  "H\\PFMGLILKMMONSOVPXRYTYWXYWZT[P[MZLYKWKTLRNPQOUNWMXKXIWGTFPF",
  "H\\XMWPURRSQSNRLPKMKLLINGQFRFUGWIXMXRWWUZR[P[MZLX",
  "NVROQPRQSPRO RRVQWRXSWRV",
  "NVROQPRQSPRO RSWRXQWRVSWSYQ[",
  "F^ZIJRZ[",
  "E_IO[O RIU[U",
  "F^JIZRJ[",
  "I[LKLJMHNGPFTFVGWHXJXLWNVORQRT RRYQZR[SZRY",
  "E`WNVLTKQKOLNMMPMSNUPVSVUUVS RQKOMNPNSOUPV RWKVSVUXVZV\\T]Q]O\\L[JYHWGTFQFNGLHJJILHOHRIUJWLYNZQ[T[WZYYZX RXKWSWUXV",
  "I[RFJ[ RRFZ[ RMTWT",
  "G\\KFK[ RKFTFWGXHYJYLXNWOTP RKPTPWQXRYTYWXYWZT[K[",
  "H]ZKYIWGUFQFOGMILKKNKSLVMXOZQ[U[WZYXZV",
  "G\\KFK[ RKFRFUGWIXKYNYSXVWXUZR[K[",
  "H[LFL[ RLFYF RLPTP RL[Y[",
  "HZLFL[ RLFYF RLPTP",
  "H]ZKYIWGUFQFOGMILKKNKSLVMXOZQ[U[WZYXZVZS RUSZS",
  "G]KFK[ RYFY[ RKPYP",
  "NVRFR[",
  "JZVFVVUYTZR[P[NZMYLVLT",
  "G\\KFK[ RYFKT RPOY[",
  "HYLFL[ RL[X[",
  "F^JFJ[ RJFR[ RZFR[ RZFZ[",
  "G]KFK[ RKFY[ RYFY[",
  "G]PFNGLIKKJNJSKVLXNZP[T[VZXXYVZSZNYKXIVGTFPF",
  "G\\KFK[ RKFTFWGXHYJYMXOWPTQKQ",
  "G]PFNGLIKKJNJSKVLXNZP[T[VZXXYVZSZNYKXIVGTFPF RSWY]",
  "G\\KFK[ RKFTFWGXHYJYLXNWOTPKP RRPY[",
  "H\\YIWGTFPFMGKIKKLMMNOOUQWRXSYUYXWZT[P[MZKX",
  "JZRFR[ RKFYF",
  "G]KFKULXNZQ[S[VZXXYUYF",
  "I[JFR[ RZFR[",
  "F^HFM[ RRFM[ RRFW[ R\\FW[",
  "H\\KFY[ RYFK[",
  "I[JFRPR[ RZFRP",
  "H\\YFK[ RKFYF RK[Y[",
  "KYOBOb RPBPb ROBVB RObVb",
  "KYKFY^",
  "KYTBTb RUBUb RNBUB RNbUb",
  "JZRDJR RRDZR",
  "I[Ib[b",
  "NVSKQMQORPSORNQO",
  "I\\XMX[ RXPVNTMQMONMPLSLUMXOZQ[T[VZXX",
  "H[LFL[ RLPNNPMSMUNWPXSXUWXUZS[P[NZLX",
  "I[XPVNTMQMONMPLSLUMXOZQ[T[VZXX",
  "I\\XFX[ RXPVNTMQMONMPLSLUMXOZQ[T[VZXX",
  "I[LSXSXQWOVNTMQMONMPLSLUMXOZQ[T[VZXX",
  "MYWFUFSGRJR[ ROMVM",
  "I\\XMX]W`VaTbQbOa RXPVNTMQMONMPLSLUMXOZQ[T[VZXX",
  "I\\MFM[ RMQPNRMUMWNXQX[",
  "NVQFRGSFREQF RRMR[",
  "MWRFSGTFSERF RSMS^RaPbNb",
  "IZMFM[ RWMMW RQSX[",
  "NVRFR[",
  "CaGMG[ RGQJNLMOMQNRQR[ RRQUNWMZM\\N]Q][",
  "I\\MMM[ RMQPNRMUMWNXQX[",
  "I\\QMONMPLSLUMXOZQ[T[VZXXYUYSXPVNTMQM",
  "H[LMLb RLPNNPMSMUNWPXSXUWXUZS[P[NZLX",
  "I\\XMXb RXPVNTMQMONMPLSLUMXOZQ[T[VZXX",
  "KXOMO[ ROSPPRNTMWM",
  "J[XPWNTMQMNNMPNRPSUTWUXWXXWZT[Q[NZMX",
  "MYRFRWSZU[W[ ROMVM",
  "I\\MMMWNZP[S[UZXW RXMX[",
  "JZLMR[ RXMR[",
  "G]JMN[ RRMN[ RRMV[ RZMV[",
  "J[MMX[ RXMM[",
  "JZLMR[ RXMR[P_NaLbKb",
  "J[XMM[ RMMXM RM[X[",
  "KYTBRCQDPFPHQJRKSMSOQQ RRCQEQGRISJTLTNSPORSTTVTXSZR[Q]Q_Ra RQSSUSWRYQZP\\P^Q`RaTb",
  "NVRBRb",
  "KYPBRCSDTFTHSJRKQMQOSQ RRCSESGRIQJPLPNQPURQTPVPXQZR[S]S_Ra RSSQUQWRYSZT\\T^S`RaPb",
  "F^IUISJPLONOPPTSVTXTZS[Q RISJQLPNPPQTTVUXUZT[Q[O",
];

export interface Glyph {
  readonly left: number;
  readonly right: number;
  /** Lines from x0, y0 to x1, y1, y down from the base line; numbers one after the other. */
  readonly lines: readonly number[];
}

/** Height of capitals. */
export const CAPITAL = 21;
const BASE_LINE = 9;
const ZERO = "R".charCodeAt(0);
const glyphs = new Map<string, Glyph>();

/** A character without its accents; one that the font does not have is a question mark. */
export function glyphOf(character: string): Glyph {
  const plain = character.normalize("NFD").charAt(0);
  const known = glyphs.get(plain);
  if (known) return known;
  const glyph = readGlyph(GLYPHS[plain.charCodeAt(0) - 32] ?? GLYPHS["?".charCodeAt(0) - 32]);
  glyphs.set(plain, glyph);
  return glyph;
}

function readGlyph(text: string): Glyph {
  const at = (i: number): number => text.charCodeAt(i) - ZERO;
  const lines: number[] = [];
  for (let i = 4; i < text.length; i += 2) {
    const isLifted = text[i] === " " || text[i - 2] === " ";
    if (!isLifted) lines.push(at(i - 2), at(i - 1) - BASE_LINE, at(i), at(i + 1) - BASE_LINE);
  }
  return { left: at(0), right: at(1), lines };
}
