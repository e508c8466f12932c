"""Shared parts of the Hera pictures: geometry, materials, quilting, embroidery, objects, studio.

Everything is built from numpy formulas; no mesh or texture is loaded from disk except the mark's own
drawing. One Blender unit is one centimetre.
"""
